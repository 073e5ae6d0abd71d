import type ts from 'typescript';
import { adviceOn, isDataClient, newNameOf } from '../dataClientNames.ts';
import type { Imports } from '../Imports.ts';
import { importedName } from '../Origins.ts';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

/** Other forms of imports and exports than `import { … }`. */
export const modules: Rule = (node, source, imports) => {
  const { ts } = source;
  if (!ts.isStringLiteral(node) || !isDataClient(node.text)) return;
  const { parent } = node;
  if (ts.isExportDeclaration(parent)) return reExported(parent, node.text, source);
  if (!ts.isImportDeclaration(parent)) {
    source.look(node, `${node.text}: only import declarations are rewritten`);
    return;
  }
  const { importClause } = parent;
  const bindings = importClause?.namedBindings;
  if (!importClause) source.look(parent, `${node.text}: imported for its effects`);
  if (importClause?.name) source.look(importClause.name, `${node.text} has no default export`);
  if (bindings && ts.isNamespaceImport(bindings)) namespace(parent, bindings, source, imports);
};

/** `export { useController } from …` keeps the name for other files: `useStore as useController`. */
function reExported(declaration: ts.ExportDeclaration, module: string, source: Source): void {
  const { exportClause, isTypeOnly } = declaration;
  if (!exportClause || !source.ts.isNamedExports(exportClause)) {
    source.look(declaration, `export * from '${module}': export the names that the program uses`);
    return;
  }
  const groups = new Map<string, string[]>();
  for (const specifier of exportClause.elements) {
    const name = importedName(specifier);
    const newName = newNameOf(module, name);
    if (!newName) source.look(specifier, `${name} of ${module}: ${adviceOn(module, name)}`);
    const entry = newName?.entry ?? module;
    const exported = specifier.name.text;
    const imported = newName?.name ?? name;
    const type = !isTypeOnly && (specifier.isTypeOnly || newName?.isType) ? 'type ' : '';
    const written = `${type}${imported}${imported === exported ? '' : ` as ${exported}`}`;
    groups.set(entry, [...(groups.get(entry) ?? []), written]);
  }
  const end = source.textOf(declaration).endsWith(';') ? ';' : '';
  const quote = source.textOf(declaration).includes('"') ? '"' : "'";
  const lines = [...groups].map(
    ([entry, names]) =>
      `export ${isTypeOnly ? 'type ' : ''}{ ${names.join(', ')} } from ${quote}${entry}${quote}${end}`,
  );
  const text = lines.join('\n');
  if (text !== source.textOf(declaration)) source.rewrite(declaration, text);
}

/** `import * as rest from …` stays one if all members that the file uses are in one entry. */
function namespace(
  declaration: ts.ImportDeclaration,
  { name }: ts.NamespaceImport,
  source: Source,
  imports: Imports,
): void {
  const { ts } = source;
  const { moduleSpecifier } = declaration;
  const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  const members: ts.Identifier[] = [];
  let isUsedWhole = false;
  for (const { parent } of source.referencesTo(name)) {
    if (ts.isPropertyAccessExpression(parent) && ts.isIdentifier(parent.name))
      members.push(parent.name);
    else if (ts.isQualifiedName(parent)) members.push(parent.right);
    else isUsedWhole = true;
  }
  const newNames = members.map((member) => newNameOf(module, member.text));
  const entries = new Set(newNames.map((one) => one?.entry));
  const [entry] = entries;
  if (!isUsedWhole && entries.size === 1 && entry !== undefined) {
    members.forEach((member, index) => {
      const newName = newNames[index]?.name ?? member.text;
      if (newName !== member.text) source.rewrite(member, newName);
    });
    source.change(moduleSpecifier, `'${module}' → '${entry}'`);
    source.edits.replace(source.startOf(moduleSpecifier) + 1, moduleSpecifier.getEnd() - 1, entry);
    return;
  }
  members.forEach((member, index) => {
    const newName = newNames[index];
    if (!newName)
      source.look(member, `${member.text} of ${module}: ${adviceOn(module, member.text)}`);
    else source.rewrite(member.parent, imports.need(newName.entry, newName.name, newName.isType));
  });
  const isKept = isUsedWhole || newNames.includes(undefined);
  if (isUsedWhole) source.look(name, `${source.textOf(name)}: the module is used as a value`);
  if (!isKept) {
    source.change(declaration, `${source.textOf(declaration)} → (imports by name)`);
    source.removeStatement(declaration);
  }
}
