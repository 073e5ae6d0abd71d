import type ts from 'typescript';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

/** `Resource.create` → `Resource.getList.push`. */
export const resources: Rule = (node, source) => {
  const { ts } = source;
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'create') {
    if (source.roles.roleOf(node.expression) !== 'resource') return;
    if (definesCreate(node.expression, source)) return;
    source.rewrite(node.name, 'getList.push');
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'useCreate') {
    if (source.roles.roleOf(node.expression) !== 'hooks') return;
    source.look(node.name, 'useCreate(): useGetList().push');
  }
  if (ts.isBindingElement(node) && source.textOf(node.propertyName ?? node.name) === 'create') {
    const variable = node.parent.parent;
    const isResource =
      ts.isVariableDeclaration(variable) &&
      source.roles.roleOf(variable.initializer) === 'resource';
    if (isResource) source.look(node, 'create of a resource: take getList.push');
  }
  if (ts.isCallExpression(node)) extended(node, source);
};

/** `resource.extend('create', …)` and `resource.extend({ create: … })` have no endpoint to extend. */
function extended(
  { expression: callee, arguments: args }: ts.CallExpression,
  source: Source,
): void {
  const { ts } = source;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'extend') return;
  if (source.roles.roleOf(callee.expression) !== 'resource') return;
  const [change] = args;
  if (!change) return;
  const isNamed = ts.isStringLiteral(change) && change.text === 'create';
  const member = ts.isObjectLiteralExpression(change)
    ? change.properties.find((property) => source.memberName(property) === 'create')
    : undefined;
  const found = isNamed ? change : member;
  if (found) {
    source.look(found, 'create: extend(base => ({ create: base.getList.push.extend(…) }))');
  }
}

/** Whether a resource was extended by an endpoint of its own named `create`. */
function definesCreate(resource: ts.Expression, source: Source): boolean {
  const { ts } = source;
  const declaration = ts.isIdentifier(resource) && source.origins.declarationOf(resource);
  const made =
    declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : resource;
  if (!made || !ts.isCallExpression(made) || !ts.isPropertyAccessExpression(made.expression)) {
    return false;
  }
  let isDefined = false;
  const visit = (node: ts.Node): void => {
    const isMember =
      ts.isPropertyAssignment(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isShorthandPropertyAssignment(node);
    if (isMember && node.name.getText() === 'create') isDefined = true;
    ts.forEachChild(node, visit);
  };
  made.arguments.forEach(visit);
  const [first] = made.arguments;
  if (first && ts.isStringLiteral(first) && first.text === 'create') isDefined = true;
  return isDefined || definesCreate(made.expression.expression, source);
}
