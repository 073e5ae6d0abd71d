import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A block of code in a page. An HTML comment before its fence says how the spec treats it:
 *
 * - none: it is type-checked with the other blocks of the page, in their order, as one module;
 * - `<!-- example: standalone -->`: it is type-checked as a module of its own;
 * - `<!-- example: module api -->`: the same; other modules of the page import it from `./api`;
 * - `<!-- example: run -->`: it is type-checked with the page, and all such blocks of the page run
 *   in their order as one program. The output must equal the next block of the page if that one is
 *   `text`; else there must be none. Commands (`sh`) may be between the two.
 *
 * A comment that starts with `<!-- example: hidden` holds code that is not shown on the page; it is
 * checked and run.
 */
export interface Example {
  readonly kind: 'page' | 'standalone' | 'run';
  /** The name by which other modules of the page import it. */
  readonly module: string | undefined;
  readonly language: 'ts' | 'tsx';
  readonly code: string;
  /** Line of the page on which the code starts, from 0. */
  readonly line: number;
  /** Expected output of `run`. */
  readonly output: string;
}

export interface Page {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly examples: readonly Example[];
}

export const root = join(__dirname, '..', '..');

/** README and all pages of docs. */
export function readPages(): Page[] {
  return ['README.md', ...pagesIn('docs'), ...pagesIn('docs/how-to')].map((path) =>
    parsePage(path, readFileSync(join(root, path), 'utf8')),
  );
}

/** The paths of the pages in a folder. */
export function pagesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${folder}/${name}`);
}

/** The examples of a page. */
export function parsePage(path: string, text: string): Page {
  const lines = text.split('\n');
  const blocks = [...blocksOf(path, lines)];
  const examples = blocks.flatMap(({ language, line, code, mark }, at): Example[] => {
    if (language !== 'ts' && language !== 'tsx') return [];
    const next = blocks.slice(at + 1).find((block) => block.language !== 'sh');
    const output = next?.language === 'text' ? next.code : '';
    const module = moduleIn(mark);
    const kind = module ? 'standalone' : kindOf(mark, `${path}:${line}`);
    return [{ kind, module, language, code, line, output }];
  });
  return { path, text, examples };
}

/** The code of each module that a page names, in whichever language it is. */
export function namedModules(path: string): ReadonlyMap<string, string> {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return new Map(
    [...blocksOf(path, lines)].flatMap(({ mark, code }) => {
      const name = moduleIn(mark);
      return name ? [[name, code] as const] : [];
    }),
  );
}

function moduleIn(mark: string | undefined): string | undefined {
  return /^module (\S+)$/.exec(mark ?? '')?.[1];
}

/** The languages of the examples that run: with `tsx`, the program needs React and a page. */
export function languagesOfProgram({ examples }: Page): ReadonlySet<Example['language']> {
  return new Set(examples.filter(({ kind }) => kind === 'run').map(({ language }) => language));
}

interface Block {
  readonly language: string;
  readonly code: string;
  readonly line: number;
  readonly mark: string | undefined;
}

function* blocksOf(path: string, lines: readonly string[]): Iterable<Block> {
  for (let at = 0; at < lines.length; at++) {
    const language = /^```(\w*)$/.exec(lines[at])?.[1];
    const hidden = language === undefined && /^<!-- example: hidden$/.test(lines[at]);
    if (language === undefined && !hidden) continue;
    const before = lines[at - 1] || lines[at - 2] || '';
    const mark = hidden ? 'run' : /^<!-- example: (.+) -->$/.exec(before)?.[1];
    const line = at + 1;
    const end = lines.indexOf(hidden ? '-->' : '```', line);
    if (end < 0) throw new Error(`${path}:${line}: the block is not closed.`);
    yield {
      language: language ?? 'ts',
      code: lines.slice(line, end).join('\n'),
      line,
      mark,
    };
    at = end;
  }
}

function kindOf(mark: string | undefined, place: string): Example['kind'] {
  if (mark === undefined) return 'page';
  if (mark === 'run' || mark === 'standalone') return mark;
  throw new Error(`${place}: "${mark}" is not a kind of example.`);
}
