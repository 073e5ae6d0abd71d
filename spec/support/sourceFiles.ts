import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

export interface SourceImport {
  /** Path relative to `src` for an own file, else the name of the package. */
  readonly target: string;
  readonly outside: boolean;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** Relative to `src`, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly SourceImport[];
  readonly exportedValues: readonly string[];
  readonly exportedTypes: readonly string[];
  readonly reExports: boolean;
}

const sourceFolder = join(__dirname, '..', '..', 'src');

/** Every source file under `src`, except declarations of other packages. */
export function readSourceFiles(): SourceFile[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .sort()
    .map((path) => parseSourceFile(path, readFileSync(join(sourceFolder, path), 'utf8')));
}

/** The imports and exports of one file. `export *` is listed as the value `*`. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const imports: SourceImport[] = [];
  const exportedValues: string[] = [];
  const exportedTypes: string[] = [];
  let reExports = false;

  const addImport = (specifier: ts.Expression, typeOnly: boolean): void => {
    if (!ts.isStringLiteral(specifier)) return;
    const outside = !specifier.text.startsWith('.');
    const target = outside
      ? packageName(specifier.text)
      : posix.join(posix.dirname(path), specifier.text);
    imports.push({ target, outside, typeOnly });
  };

  const visitDynamicImports = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      node.arguments.slice(0, 1).forEach((specifier) => addImport(specifier, false));
    }
    ts.forEachChild(node, visitDynamicImports);
  };

  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement)) {
      addImport(statement.moduleSpecifier, statement.importClause?.isTypeOnly ?? false);
    } else if (ts.isExportDeclaration(statement)) {
      const { moduleSpecifier, exportClause, isTypeOnly } = statement;
      if (moduleSpecifier) {
        reExports = true;
        addImport(moduleSpecifier, isTypeOnly);
      }
      for (const { name, typeOnly } of namesOf(exportClause)) {
        (isTypeOnly || typeOnly ? exportedTypes : exportedValues).push(name);
      }
    } else if (ts.isExportAssignment(statement)) {
      exportedValues.push('default');
    } else if (isExported(statement)) {
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      (isType ? exportedTypes : exportedValues).push(...declaredNames(statement));
    }
    visitDynamicImports(statement);
  }

  return {
    path,
    lines: text.split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length,
    imports,
    exportedValues,
    exportedTypes,
    reExports,
  };
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function namesOf(clause: ts.NamedExportBindings | undefined) {
  if (!clause) return [{ name: '*', typeOnly: false }];
  if (ts.isNamespaceExport(clause)) return [{ name: clause.name.text, typeOnly: false }];
  return clause.elements.map(({ name, isTypeOnly }) => ({ name: name.text, typeOnly: isTypeOnly }));
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((m) => m.kind === kind);
}

function isExported(node: ts.Node): boolean {
  return hasModifier(node, ts.SyntaxKind.ExportKeyword);
}

function declaredNames(statement: ts.Statement): string[] {
  if (hasModifier(statement, ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.getText()] : [];
}
