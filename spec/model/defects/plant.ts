import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Defect } from './Defect.ts';

/** A file of the library and its text with the defect. */
export interface Planted {
  readonly path: string;
  readonly text: string;
}

/** Plants a defect into one of the files. Throws unless its anchor is there exactly once. */
export function plant(defect: Defect, files: ReadonlyMap<string, string>): Planted {
  const { what, within, find, replace } = defect;
  const pattern = patternOf(find);
  const found: Planted[] = [];
  let declared = 0;
  for (const [path, text] of files) {
    for (const [start, end] of placesOf(within, path, text)) {
      declared++;
      for (const match of text.slice(start, end).matchAll(pattern)) {
        const at = start + match.index;
        const after = text.slice(at + match[0].length);
        found.push({ path, text: text.slice(0, at) + replace + after });
      }
    }
  }
  if (found.length === 1) return found[0];
  const problem =
    declared === 0
      ? `src has no ${within}`
      : `${within} contains ${found.length} times: ${find.trim()}`;
  throw new Error(`The defect "${what}" has no anchor: ${problem}`);
}

/** All files of the library, by path. */
export function readLibrary(): ReadonlyMap<string, string> {
  const src = join(process.cwd(), 'src');
  const paths = ts.sys
    .readDirectory(src, ['.ts', '.tsx'])
    .filter((path) => !path.endsWith('.d.ts'));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** A text as a pattern; line breaks and indentation do not count. */
function patternOf(find: string): RegExp {
  const words = find.trim().split(/\s+/);
  const escaped = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(escaped.join(String.raw`\s+`), 'g');
}

/** Where the declarations of a name begin and end: `name` at the top of a file, `Class.member`. */
function placesOf(within: string, path: string, text: string): [start: number, end: number][] {
  const [owner, member] = within.split('.');
  if (!text.includes(owner) || (member && !text.includes(member))) return [];
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  return tree.statements.flatMap((statement) => {
    const named = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [statement as ts.DeclarationStatement];
    return named
      .filter(({ name }) => nameOf(name) === owner)
      .flatMap((node) => (member ? membersOf(node, member) : [node]))
      .map(({ pos, end }): [number, number] => [pos, end]);
  });
}

function membersOf(node: ts.Node, member: string): readonly ts.Node[] {
  if (!ts.isClassDeclaration(node)) return [];
  return node.members.filter((each) =>
    ts.isConstructorDeclaration(each) ? member === 'constructor' : nameOf(each.name) === member,
  );
}

function nameOf(name: ts.Node | undefined): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text : undefined;
}
