import ts from 'typescript';

const MOST_TYPE_PARAMETERS = 3;

/**
 * The problems in the signatures of a declaration file, one line each: `Show.d.ts:4: any in "…"`.
 */
export function signatureProblems(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const problems: string[] = [];
  const note = (node: ts.Node, what: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    problems.push(`${path.replace(/.*\//, '')}:${line + 1}: ${what}`);
  };
  const look = (node: ts.Node, isPublic: boolean): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) note(node, 'any');
    if (isUntyped(node)) note(node, `no type: ${node.getText(file)}`);
    const count = parametersOf(node);
    if (isPublic && count > MOST_TYPE_PARAMETERS) note(node, `${count} type parameters`);
    ts.forEachChild(node, (child) => look(child, isPublic));
  };
  for (const statement of file.statements) look(statement, isExported(statement));
  return problems;
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

/**
 * Parameters and members without a type are `any`. Private members have none in declarations, and
 * constants have their value instead.
 */
function isUntyped(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) return !node.type && !node.initializer;
  return (ts.isParameter(node) || ts.isPropertySignature(node)) && !node.type;
}

function parametersOf(node: ts.Node): number {
  return (node as { typeParameters?: readonly unknown[] }).typeParameters?.length ?? 0;
}
