import type ts from 'typescript';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

/**
 * `create` of a resource is gone. Rewrites `Resource.create` to `Resource.getList.push`; reports `useCreate`, destructuring and
 * extension of `create`.
 */
export const removedCreate: Rule = (node, source) => {
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
    const resource = ts.isVariableDeclaration(variable) ? variable.initializer : undefined;
    if (!resource || source.roles.roleOf(resource) !== 'resource') return;
    if (!definesCreate(resource, source)) {
      source.look(node, 'create of a resource: take getList.push');
    }
  }
  if (ts.isCallExpression(node)) reportExtended(node, source);
};

/** `resource.extend('create', …)` and `resource.extend({ create: … })` have no endpoint to extend. */
function reportExtended(
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
  const [first] = made.arguments;
  const isDefined =
    first !== undefined &&
    (ts.isStringLiteral(first)
      ? first.text === 'create'
      : membersOf(first, source).some((member) => source.memberName(member) === 'create'));
  return isDefined || definesCreate(made.expression.expression, source);
}

/** The members of an object literal, or of the literals that a function returns. */
function membersOf(node: ts.Node, source: Source): readonly ts.ObjectLiteralElementLike[] {
  const { ts } = source;
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  if (ts.isParenthesizedExpression(node)) return membersOf(node.expression, source);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return membersOf(node.body, source);
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return [];
  const statements = ts.isBlock(node.body) ? node.body.statements : [];
  return statements.flatMap((statement) =>
    ts.isReturnStatement(statement) && statement.expression
      ? membersOf(statement.expression, source)
      : [],
  );
}
