import type ts from 'typescript';
import { adviceOn, isDataClient, type NewName, newNameOf } from './dataClientNames.ts';
import { importedName } from './Origins.ts';
import type { Source } from './Source.ts';

/** A name that the file imports from Data Client. */
interface Imported {
  readonly declaration: ts.ImportDeclaration;
  readonly specifier: ts.ImportSpecifier;
  readonly newName: NewName | undefined;
  readonly references: ts.Identifier[];
}

/** The names that go into one import declaration. */
interface Group {
  readonly entry: string;
  readonly isType: boolean;
  /** As they are written: `type Store`, `useStore as useDataStore`. */
  readonly names: Set<string>;
  /** The declaration that this one is written in place of. */
  readonly host: ts.ImportDeclaration | undefined;
}

/** The imports of one file: those of Data Client are replaced by those of Streambed. */
export class Imports {
  readonly #source: Source;
  readonly #imported = new Map<ts.Symbol, Imported>();
  readonly #declarations: ts.ImportDeclaration[] = [];
  /** Names that something else in the file has. */
  readonly #taken = new Set<string>();
  readonly #replaced = new Set<ts.Identifier>();
  readonly #groups = new Map<string, Group>();
  readonly #below = new Set<string>();
  /** Names that rules ask for; they stand behind those that were imported. */
  readonly #needed: { readonly entry: string; readonly name: string }[] = [];

  constructor(source: Source) {
    this.#source = source;
    const { isImportDeclaration, isStringLiteral } = source.ts;
    for (const statement of source.file.statements) {
      if (!isImportDeclaration(statement) || !isStringLiteral(statement.moduleSpecifier)) continue;
      if (isDataClient(statement.moduleSpecifier.text)) this.#declarations.push(statement);
    }
    for (const declaration of this.#declarations) {
      for (const specifier of this.#specifiersOf(declaration)) {
        const symbol = source.origins.symbolOf(specifier.name);
        const newName = newNameOf(this.#moduleOf(declaration), importedName(specifier));
        if (symbol) this.#imported.set(symbol, { declaration, specifier, newName, references: [] });
      }
    }
    source.identifiers().forEach((name) => this.#note(name));
  }

  /** The local name of an export of Streambed; it is imported if need be. */
  need(entry: string, name: string, isType = false): string {
    for (const statement of this.#source.file.statements) {
      const found = this.#source.ts.isImportDeclaration(statement)
        ? this.#localName(statement, entry, name)
        : undefined;
      if (found !== undefined) return found;
    }
    for (const { specifier, newName } of this.#imported.values()) {
      const isSame = newName?.entry === entry && newName.name === name;
      if (isSame && !specifier.propertyName && !this.#taken.has(name)) return name;
    }
    const local = this.#taken.has(name)
      ? `streambed${name[0].toUpperCase()}${name.slice(1)}`
      : name;
    this.declare(entry, name, local, isType);
    return local;
  }

  /** Imports a name as `local`, in place of a variable of that name. */
  declare(entry: string, name: string, local: string, isType = false): void {
    const type = isType ? 'type ' : '';
    const alias = local === name ? '' : ` as ${local}`;
    this.#needed.push({ entry, name: `${type}${name}${alias}` });
  }

  /** Notes that a rule writes something else in place of a name. */
  replaced(name: ts.Node): void {
    if (this.#source.ts.isIdentifier(name)) this.#replaced.add(name);
  }

  /** Whether a name is used for something else in the file. */
  isTaken(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Writes a statement below the imports. */
  below(statement: string): void {
    this.#below.add(statement);
  }

  /** Writes the imports, and renames the imported names. Call it last. */
  finish(): void {
    const kept = new Map<ts.ImportDeclaration, string[]>();
    for (const imported of this.#imported.values()) this.#decide(imported, kept);
    const host = this.#declarations.find((one) => this.#specifiersOf(one).length > 0);
    for (const { entry, name } of this.#needed) this.#add(entry, false, name, host);
    for (const declaration of this.#declarations) this.#write(declaration, kept.get(declaration));
    this.#writeUnhosted();
  }

  #specifiersOf(declaration: ts.ImportDeclaration): readonly ts.ImportSpecifier[] {
    const bindings = declaration.importClause?.namedBindings;
    return bindings && this.#source.ts.isNamedImports(bindings) ? bindings.elements : [];
  }

  #moduleOf({ moduleSpecifier }: ts.ImportDeclaration): string {
    return this.#source.ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  }

  #note(name: ts.Identifier): void {
    const { parent } = name;
    const { isImportSpecifier } = this.#source.ts;
    if (isImportSpecifier(parent) && this.#isRewritten(parent)) return;
    const symbol = this.#declarations.length > 0 ? this.#source.origins.symbolOf(name) : undefined;
    const imported = symbol && this.#imported.get(symbol);
    if (imported) imported.references.push(name);
    else this.#taken.add(name.text);
  }

  #isRewritten(specifier: ts.ImportSpecifier): boolean {
    return this.#declarations.some((one) => this.#specifiersOf(one).includes(specifier));
  }

  #localName(declaration: ts.ImportDeclaration, entry: string, name: string): string | undefined {
    if (this.#moduleOf(declaration) !== entry) return undefined;
    return this.#specifiersOf(declaration).find((one) => importedName(one) === name)?.name.text;
  }

  #add(entry: string, isType: boolean, name: string, host: ts.ImportDeclaration | undefined): void {
    const key = `${entry} ${isType}`;
    const group = this.#groups.get(key) ?? { entry, isType, names: new Set(), host };
    this.#groups.set(key, group);
    group.names.add(name);
  }

  /** Decides what becomes of one imported name. */
  #decide(imported: Imported, kept: Map<ts.ImportDeclaration, string[]>): void {
    const { declaration, specifier, newName, references } = imported;
    const remaining = references.filter(
      (name) => !this.#replaced.has(name) && !this.#source.edits.covers(name.getStart(), name.end),
    );
    if (references.length > 0 && remaining.length === 0) return;
    const name = importedName(specifier);
    const isValue = newName?.isType && remaining.some((reference) => !this.#isType(reference));
    if (!newName || isValue) {
      const advice = adviceOn(this.#moduleOf(declaration), name);
      this.#source.look(specifier, `${name} of ${this.#moduleOf(declaration)}: ${advice}`);
      kept.set(declaration, [...(kept.get(declaration) ?? []), this.#source.textOf(specifier)]);
      return;
    }
    const local = this.#rename(specifier, newName.name, remaining);
    const isType = declaration.importClause?.isTypeOnly ?? false;
    const marker = !isType && (newName.isType || specifier.isTypeOnly) ? 'type ' : '';
    const alias = local === newName.name ? '' : ` as ${local}`;
    this.#add(newName.entry, isType, `${marker}${newName.name}${alias}`, declaration);
  }

  /** Renames the references to an imported name, unless the name is taken. Returns the local name. */
  #rename(
    { name, propertyName }: ts.ImportSpecifier,
    newName: string,
    references: readonly ts.Identifier[],
  ): string {
    const isFree = !propertyName && !this.#taken.has(newName);
    if (!isFree || newName === name.text) return name.text;
    const { isExportSpecifier, isShorthandPropertyAssignment } = this.#source.ts;
    for (const reference of references) {
      const { parent } = reference;
      if (isExportSpecifier(parent)) {
        if (!parent.propertyName) this.#source.replace(reference, `${newName} as ${name.text}`);
        else if (parent.propertyName === reference) this.#source.replace(reference, newName);
      } else if (isShorthandPropertyAssignment(parent)) {
        this.#source.rewrite(reference, `${name.text}: ${newName}`);
      } else if (this.#source.ts.isJsxClosingElement(parent)) {
        this.#source.replace(reference, newName);
      } else {
        this.#source.rewrite(reference, newName);
      }
    }
    return newName;
  }

  #isType(reference: ts.Identifier): boolean {
    const { parent } = reference;
    const { ts } = this.#source;
    if (ts.isExpressionWithTypeArguments(parent)) {
      const clause = parent.parent;
      const isImplemented =
        ts.isHeritageClause(clause) && clause.token === ts.SyntaxKind.ImplementsKeyword;
      return isImplemented || ts.isInterfaceDeclaration(clause.parent);
    }
    return (
      ts.isTypeReferenceNode(parent) ||
      ts.isQualifiedName(parent) ||
      ts.isTypeQueryNode(parent) ||
      ts.isExportSpecifier(parent)
    );
  }

  #write(declaration: ts.ImportDeclaration, kept: readonly string[] = []): void {
    const clause = declaration.importClause;
    // Other forms than `import { … }` have findings of their own.
    if (!clause?.namedBindings || !this.#source.ts.isNamedImports(clause.namedBindings)) return;
    const lines = [...this.#groups.values()]
      .filter(({ host }) => host === declaration)
      .map((group) => this.#lineOf(group, declaration));
    const isSame = lines.length === 0 && kept.length === clause.namedBindings.elements.length;
    if (isSame) return;
    if (clause.name || kept.length > 0) {
      const names = [
        ...(clause.name ? [clause.name.text] : []),
        ...(kept.length > 0 ? [`{ ${kept.join(', ')} }`] : []),
      ];
      const type = clause.isTypeOnly ? 'type ' : '';
      lines.push(
        this.#importOf(`${type}${names.join(', ')}`, this.#moduleOf(declaration), declaration),
      );
    }
    const text = lines.join('\n');
    if (lines.length > 0) this.#source.replace(declaration, text);
    else this.#source.removeStatement(declaration);
    this.#source.change(
      declaration,
      `import … from '${this.#moduleOf(declaration)}' → ${this.#summary(lines)}`,
    );
  }

  #summary(lines: readonly string[]): string {
    if (lines.length === 0) return '(in another import)';
    return lines.map((line) => line.replaceAll(/\s+/g, ' ')).join(' ');
  }

  #lineOf({ entry, isType, names }: Group, like: ts.ImportDeclaration | undefined): string {
    for (const name of names) names.delete(`type ${name}`);
    const onlyTypes = [...names].every((name) => name.startsWith('type '));
    const written = onlyTypes ? [...names].map((name) => name.slice('type '.length)) : [...names];
    const type = isType || onlyTypes ? 'type ' : '';
    const line = this.#importOf(`${type}{ ${written.join(', ')} }`, entry, like);
    if (line.length <= 80) return line;
    return this.#importOf(`${type}{\n  ${written.join(',\n  ')},\n}`, entry, like);
  }

  /** An import with the quotes and the semicolon of the one that it replaces. */
  #importOf(names: string, module: string, like: ts.ImportDeclaration | undefined): string {
    const written = like ? this.#source.textOf(like) : "'';";
    const quote = written.includes('"') ? '"' : "'";
    return `import ${names} from ${quote}${module}${quote}${written.endsWith(';') ? ';' : ''}`;
  }

  /** Imports for a file that has none of Data Client by name, and the statements below. */
  #writeUnhosted(): void {
    const lines = [...this.#groups.values()]
      .filter(({ host }) => !host)
      .map((group) => this.#lineOf(group, undefined));
    const at = afterImports(this.#source);
    if (lines.length > 0) this.#source.edits.insert(at, `${lines.join('\n')}\n`);
    for (const statement of this.#below) this.#source.edits.insert(at, `\n${statement}\n`);
  }
}

/** The start of the line after the last import, or the start of the first statement. */
function afterImports(source: Source): number {
  const last = source.file.statements.filter(source.ts.isImportDeclaration).at(-1);
  if (last) return source.afterLine(last.getEnd());
  const [first] = source.file.statements;
  return first ? source.startOf(first) : 0;
}
