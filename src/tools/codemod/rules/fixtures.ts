import type ts from 'typescript';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

/** Members of fixtures: `response` with `error: true` becomes `error`, and so on. */
export const fixtures: Rule = (node, source) => {
  if (!source.ts.isObjectLiteralExpression(node) || !isFixture(node, source)) return;
  const { properties } = node;
  failure(properties, source);
  const fetched = find(properties, 'fetchResponse', source);
  if (fetched?.name) {
    if (source.ts.isShorthandPropertyAssignment(fetched)) source.renameMember(fetched, 'fetch');
    else source.rewrite(fetched.name, 'fetch');
  }
  const collapse = find(properties, 'delayCollapse', source);
  if (collapse && isTrue(collapse, source)) source.rewrite(collapse, "computeAt: 'arrival'");
  else if (collapse) source.look(collapse, "delayCollapse: computeAt: 'arrival'");
  for (const property of [find(properties, 'response', source), fetched]) {
    if (!property || !usesThis(property, source)) continue;
    source.look(
      property,
      '`this` of an interceptor: use variables of a function that returns the fixtures',
    );
  }
  const delay = find(properties, 'delay', source);
  if (delay) source.look(delay, 'delay: virtual in renderDataHook, await advance(ms)');
};

/**
 * A fixture has an endpoint and its response. The endpoint is one of Data Client, or the file
 * imports Data Client.
 */
function isFixture({ properties }: ts.ObjectLiteralExpression, source: Source): boolean {
  const { ts } = source;
  const endpoint = find(properties, 'endpoint', source);
  const hasResponse = ['response', 'fetchResponse'].some((name) => find(properties, name, source));
  if (!endpoint || !hasResponse) return false;
  const value = ts.isPropertyAssignment(endpoint) ? endpoint.initializer : endpoint.name;
  const isResolved = value && ts.isExpression(value) && source.roles.roleOf(value) === 'endpoint';
  return isResolved || source.importsDataClient;
}

function failure(properties: ts.NodeArray<ts.ObjectLiteralElementLike>, source: Source): void {
  const { ts } = source;
  const response = find(properties, 'response', source);
  const error = find(properties, 'error', source);
  if (!error) return;
  if (!isTrue(error, source) || !response || !ts.isPropertyAssignment(response)) {
    source.look(error, 'error: holds the failure itself, in place of `response`');
    return;
  }
  source.rewrite(response.name, 'error');
  source.change(error, 'error: true → (removed: the response is the error)');
  source.removeElement(properties, properties.indexOf(error));
}

function find(
  properties: ts.NodeArray<ts.ObjectLiteralElementLike>,
  name: string,
  source: Source,
): ts.ObjectLiteralElementLike | undefined {
  return properties.find((property) => source.memberName(property) === name);
}

function isTrue(property: ts.ObjectLiteralElementLike, source: Source): boolean {
  const { ts } = source;
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  const inner = value && ts.isAsExpression(value) ? value.expression : value;
  return inner?.kind === ts.SyntaxKind.TrueKeyword;
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
