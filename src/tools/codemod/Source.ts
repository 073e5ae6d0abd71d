import type ts from 'typescript';
import { Edits } from './Edits.ts';
import { importsDataClient, type Roles } from './Roles.ts';
import type { Origins } from './Origins.ts';
import type { TypeScript } from './TypeScript.ts';

/** One line of the report: an edit, or what a person must look at. */
export interface Finding {
  /** Position in the source. */
  readonly at: number;
  readonly type: 'change' | 'look';
  readonly message: string;
}

/** One file of the program, the edits to it, and the findings. */
export class Source {
  readonly ts: TypeScript;
  readonly file: ts.SourceFile;
  readonly origins: Origins;
  readonly roles: Roles;
  readonly edits: Edits;
  /** Whether the program is rendered on servers, too. */
  readonly isForServers: boolean;
  readonly findings: Finding[] = [];
  #listed: readonly ts.Identifier[] | undefined;

  constructor(
    typescript: TypeScript,
    file: ts.SourceFile,
    origins: Origins,
    roles: Roles,
    isForServers: boolean,
  ) {
    this.ts = typescript;
    this.file = file;
    this.origins = origins;
    this.roles = roles;
    this.isForServers = isForServers;
    this.edits = new Edits(file.text.includes('\r\n') ? '\r\n' : '\n');
  }

  get text(): string {
    return this.file.text;
  }

  /** Whether the file itself imports Data Client. */
  get importsDataClient(): boolean {
    return importsDataClient(this.ts, this.file);
  }

  startOf(node: ts.Node): number {
    return node.getStart(this.file);
  }

  textOf(node: ts.Node): string {
    return node.getText(this.file);
  }

  /** Reports an edit. */
  change(node: ts.Node, message: string): void {
    this.findings.push({ at: this.startOf(node), type: 'change', message });
  }

  /** Reports what a person must look at. */
  look(node: ts.Node, message: string): void {
    this.findings.push({ at: this.startOf(node), type: 'look', message });
  }

  replace(node: ts.Node, text: string): void {
    this.edits.replace(this.startOf(node), node.getEnd(), text);
  }

  /** Replaces a node and reports it. */
  rewrite(node: ts.Node, text: string): void {
    this.change(node, `${oneLine(this.textOf(node))} → ${oneLine(text)}`);
    this.replace(node, text);
  }

  /** Renames a member that a pattern or a literal names: `{ a }` becomes `{ b: a }`. */
  renameMember(
    node: ts.BindingElement | ts.ShorthandPropertyAssignment | ts.PropertyAssignment,
    name: string,
  ): void {
    const key = 'propertyName' in node && node.propertyName ? node.propertyName : node.name;
    const isShort = !this.ts.isPropertyAssignment(node) && key === node.name;
    this.rewrite(key, isShort ? `${name}: ${this.textOf(key)}` : name);
  }

  /** Removes a statement with its line. */
  removeStatement(statement: ts.Node): void {
    const start = this.startOf(statement);
    const lineStart = this.text.lastIndexOf('\n', start - 1) + 1;
    const isAlone = this.text.slice(lineStart, start).trim() === '';
    const end = this.afterLine(statement.getEnd());
    const isBetweenBlanks =
      /\n\r?\n$/.test(this.text.slice(0, lineStart)) && this.afterLine(end) > end;
    this.edits.remove(isAlone ? lineStart : start, isBetweenBlanks ? this.afterLine(end) : end);
  }

  /** Removes an element of a list with the comma that separates it. */
  removeElement(list: ts.NodeArray<ts.Node>, index: number): void {
    const [element, before, after] = [list[index], list[index - 1], list[index + 1]];
    if (after) this.edits.remove(this.startOf(element), this.startOf(after));
    else this.edits.remove(before ? before.getEnd() : this.startOf(element), element.getEnd());
  }

  /** The start of the next line if nothing else is on this one. */
  afterLine(at: number): number {
    const rest = /[^\S\n]*(?:\r?\n)?/y;
    rest.lastIndex = at;
    const space = rest.exec(this.text)?.[0] ?? '';
    return space.endsWith('\n') ? at + space.length : at;
  }

  /** Calls `visit` for each node of the file. */
  forEachNode(visit: (node: ts.Node) => void): void {
    const walk = (node: ts.Node): void => {
      visit(node);
      this.ts.forEachChild(node, walk);
    };
    walk(this.file);
  }

  /** The other nodes that refer to a variable or to an imported name. */
  referencesTo(name: ts.Identifier): readonly ts.Identifier[] {
    const symbol = this.origins.symbolOf(name);
    return this.identifiers().filter(
      (node) => node !== name && node.text === name.text && this.origins.symbolOf(node) === symbol,
    );
  }

  /** All identifiers but names of members, which need types to be followed. */
  identifiers(): readonly ts.Identifier[] {
    if (!this.#listed) {
      const listed: ts.Identifier[] = [];
      this.forEachNode((node) => {
        if (this.ts.isIdentifier(node) && !this.#isMemberName(node)) listed.push(node);
      });
      this.#listed = listed;
    }
    return this.#listed;
  }

  #isMemberName(node: ts.Identifier): boolean {
    const { parent } = node;
    if (this.ts.isBindingElement(parent)) return parent.propertyName === node;
    return (
      (this.ts.isPropertyAccessExpression(parent) ||
        this.ts.isPropertyAssignment(parent) ||
        this.ts.isPropertySignature(parent) ||
        this.ts.isMethodSignature(parent) ||
        this.ts.isClassElement(parent) ||
        this.ts.isMethodDeclaration(parent) ||
        this.ts.isJsxAttribute(parent)) &&
      parent.name === node
    );
  }

  /** The name of a member, if it is written as a plain name. */
  memberName(node: ts.ObjectLiteralElementLike | ts.ClassElement): string {
    const { name } = node;
    const isPlain = name && (this.ts.isIdentifier(name) || this.ts.isStringLiteral(name));
    return isPlain ? name.text : '';
  }
}

/** A text for one line of the report. */
function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > 100 ? `${flat.slice(0, 97)}…` : flat;
}
