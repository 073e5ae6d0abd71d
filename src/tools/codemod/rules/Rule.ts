import type ts from 'typescript';
import type { Imports } from '../Imports.ts';
import type { Source } from '../Source.ts';

/** Looks at one node: records edits and findings. */
export type Rule = (node: ts.Node, source: Source, imports: Imports) => void;
