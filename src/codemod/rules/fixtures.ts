import type ts from 'typescript';
import { unwrapped } from '../TypeScript.ts';
import type { Source } from '../Source.ts';

const types = [
  'ErrorFixture',
  'Fixture',
  'FixtureEndpoint',
  'Interceptor',
  'ResponseInterceptor',
  'SuccessFixture',
];

const optionNames = ['fixtures', 'initialFixtures', 'resolverFixtures'];

/** Whether a list holds fixtures: it is given to the test kit, or its variable has a type of the kit. */
export function isFixtureList(
  node: ts.Node,
  source: Source,
): node is ts.ArrayLiteralExpression | ts.ObjectLiteralExpression {
  const { ts } = source;
  if (!ts.isArrayLiteralExpression(node) && !ts.isObjectLiteralExpression(node)) return false;
  if (ts.isObjectLiteralExpression(node)) {
    const names = node.properties.map((property) => source.memberName(property));
    const isList = ts.isArrayLiteralExpression(node.parent);
    return names.includes('endpoint') && !isList && hasFixtureType(node, source);
  }
  return isGiven(node, source) || hasFixtureType(node, source) || isReferenced(node, source);
}

function isGiven({ parent }: ts.Node, source: Source): boolean {
  const { ts } = source;
  if (ts.isCallExpression(parent)) {
    return source.origins.nameOf(parent.expression) === 'mockInitialState';
  }
  if (ts.isPropertyAssignment(parent)) {
    const call = parent.parent.parent;
    const isOption = optionNames.includes(source.memberName(parent));
    return isOption && ts.isCallExpression(call) && source.kinds.kindOf(call) === 'rendered';
  }
  const attribute = ts.isJsxExpression(parent) ? parent.parent : undefined;
  return (
    attribute !== undefined &&
    ts.isJsxAttribute(attribute) &&
    source.origins.nameOf(attribute.parent.parent.tagName) === 'MockResolver'
  );
}

function hasFixtureType(node: ts.Node, source: Source): boolean {
  const { ts } = source;
  const wrapper = node.parent;
  const outer =
    ts.isAsExpression(wrapper) || ts.isSatisfiesExpression(wrapper) ? wrapper : node.parent;
  const type =
    ts.isVariableDeclaration(outer) || ts.isAsExpression(outer) || ts.isSatisfiesExpression(outer)
      ? outer.type
      : undefined;
  let isFixture = false;
  const visit = (part: ts.Node): void => {
    if (ts.isTypeReferenceNode(part) && types.includes(source.origins.nameOf(part.typeName))) {
      isFixture = true;
    }
    ts.forEachChild(part, visit);
  };
  if (type) visit(type);
  return isFixture;
}

/** Whether the variable of a list is given to the test kit in the same file. */
function isReferenced(list: ts.ArrayLiteralExpression, source: Source): boolean {
  const { ts } = source;
  const variable = list.parent;
  if (!ts.isVariableDeclaration(variable) || !ts.isIdentifier(variable.name)) return false;
  return source.referencesTo(variable.name).some((node) => {
    const isShort =
      ts.isShorthandPropertyAssignment(node.parent) && optionNames.includes(node.text);
    const call = isShort ? node.parent.parent.parent : undefined;
    const isOption = call && ts.isCallExpression(call) && source.kinds.kindOf(call) === 'rendered';
    return isOption || isGiven(node, source);
  });
}

/** Translates the members of fixtures. */
export function rewriteFixtures(
  node: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression,
  source: Source,
): void {
  const { ts } = source;
  const elements = ts.isArrayLiteralExpression(node) ? node.elements : [node];
  for (const element of elements) {
    const fixture = unwrapped(ts, element);
    if (ts.isObjectLiteralExpression(fixture)) rewriteFixture(fixture, source);
  }
}

function rewriteFixture({ properties }: ts.ObjectLiteralExpression, source: Source): void {
  const { ts } = source;
  const find = (name: string) =>
    properties.find((property) => source.memberName(property) === name);
  const isTrue = (property: ts.ObjectLiteralElementLike | undefined): boolean =>
    property !== undefined &&
    ts.isPropertyAssignment(property) &&
    property.initializer.kind === ts.SyntaxKind.TrueKeyword;
  const response = find('response');
  const error = find('error');
  if (isTrue(error) && error && response && ts.isPropertyAssignment(response)) {
    source.rewrite(response.name, 'error');
    source.change(error, 'error: true → (removed: the response is the error)');
    source.removeElement(properties, properties.indexOf(error));
  }
  const fetched = find('fetchResponse');
  if (fetched?.name && !ts.isShorthandPropertyAssignment(fetched))
    source.rewrite(fetched.name, 'fetch');
  const collapse = find('delayCollapse');
  if (collapse && isTrue(collapse)) source.rewrite(collapse, "computeAt: 'arrival'");
  for (const property of [response, fetched]) {
    if (property && usesThis(property, source)) {
      source.look(
        property,
        '`this` of an interceptor: use variables of a function that returns the fixtures',
      );
    }
  }
  const delay = find('delay');
  if (delay) {
    source.look(
      delay,
      "delay: renderDataHook has virtual time, await advance(ms), or pass time: 'real'",
    );
  }
}

function usesThis(node: ts.Node, source: Source): boolean {
  let isUsed = false;
  const visit = (part: ts.Node): void => {
    if (part.kind === source.ts.SyntaxKind.ThisKeyword) isUsed = true;
    source.ts.forEachChild(part, visit);
  };
  visit(node);
  return isUsed;
}
