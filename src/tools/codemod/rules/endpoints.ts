import type ts from 'typescript';
import { convertPath } from '../convertPath.ts';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

const classes = ['Endpoint', 'GQLEndpoint', 'RestEndpoint'];

/** Options and members of older versions. */
const advice: Readonly<Record<string, string>> = {
  getFetchInit: 'rename it to getRequestInit',
  urlRoot: 'write `urlPrefix` and `path`',
};

/** Options of endpoints: path templates are translated, and side effects reported. */
export const endpoints: Rule = (node, source) => {
  const { ts } = source;
  if (ts.isNewExpression(node) && source.roles.extendsOneOf(node.expression, classes)) {
    const [made] = node.arguments ?? [];
    unnamed(node, made, source);
    node.arguments?.forEach((argument) => {
      options(argument, source);
      undeclaredBody(argument, source);
    });
  } else if (ts.isCallExpression(node)) {
    called(node, source);
  } else if (ts.isPropertyAssignment(node)) {
    escapedQuery(node, source);
  } else if (ts.isClassLike(node) && source.roles.extendsOneOf(node, classes)) {
    for (const member of node.members) {
      const name = source.memberName(member);
      if (name === 'update') source.look(member, sideEffect);
      if (Object.hasOwn(advice, name)) source.look(member, `${name}: ${advice[name]}`);
    }
  }
};

const sideEffect =
  'update: use getList.push and its kin, or store.set(collection, args, fn) after the request: docs/mutations.md';

function called(call: ts.CallExpression, source: Source): void {
  const { ts } = source;
  const { expression: callee, arguments: args } = call;
  const name = source.origins.nameOf(callee);
  if (name === 'resource' || name === 'createResource') {
    args.forEach((argument) => options(argument, source));
    return;
  }
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'extend') return;
  const role = source.roles.roleOf(callee.expression);
  if (role === 'endpoint') args.forEach((argument) => extension(argument, source));
  if (role !== 'resource') return;
  const [change, changes] = args;
  if (changes) options(changes, source);
  if (!change || !ts.isObjectLiteralExpression(change)) return;
  for (const property of change.properties) {
    if (ts.isPropertyAssignment(property)) options(property.initializer, source);
  }
}

/** `endpoint.extend({ fetch })` shares the key of the original. */
function extension(argument: ts.Expression, source: Source): void {
  options(argument, source);
  if (!source.ts.isObjectLiteralExpression(argument)) return;
  const names = argument.properties.map((property) => source.memberName(property));
  const isOwn = ['name', 'path', 'key', 'method', 'urlPrefix'].some((name) => names.includes(name));
  if (names.includes('fetch') && !isOwn) {
    source.look(
      argument,
      'extend({ fetch }) without a name or path shares the key of the original',
    );
  }
}

function options(argument: ts.Expression, source: Source): void {
  const { ts } = source;
  if (!ts.isObjectLiteralExpression(argument)) return;
  for (const property of argument.properties) {
    const name = source.memberName(property);
    if (Object.hasOwn(advice, name)) source.look(property, `${name}: ${advice[name]}`);
    if (name === 'update' && isFunction(property, source)) source.look(property, sideEffect);
    if (name === 'process') untyped(property, 0, source);
    const isPath = name === 'path' || name === 'movePath';
    if (isPath && ts.isPropertyAssignment(property)) template(property.initializer, source);
  }
}

/** A path of options that no endpoint is known to take: of a wrapper of the program. */
function escapedQuery({ name, initializer }: ts.PropertyAssignment, source: Source): void {
  const { ts } = source;
  if (name.getText() !== 'path' || !ts.isStringLiteralLike(initializer)) return;
  if (!initializer.text.includes('\\?')) return;
  if (source.edits.covers(initializer.getStart(), initializer.end)) return;
  source.look(initializer, 'path: if it is that of an endpoint, write ? in place of \\\\?');
}

function isFunction(property: ts.ObjectLiteralElementLike, source: Source): boolean {
  const { ts } = source;
  // The options of an endpoint may also stand in `resource.extend({ update: { … } })`.
  return !(ts.isPropertyAssignment(property) && ts.isObjectLiteralExpression(property.initializer));
}

function template(node: ts.Expression, source: Source): void {
  const { ts } = source;
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) {
    const isOld = ts.isTemplateExpression(node) && /:\w+[?+*(]|\\\\\?/.test(source.textOf(node));
    if (isOld) source.look(node, 'path: optional is {/:name}, several segments are *name');
    return;
  }
  const { path, dropped, isUnclear } = convertPath(node.text);
  if (path !== node.text) {
    const [quote] = source.textOf(node);
    const escaped = path.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
    source.rewrite(node, `${quote}${escaped}${quote}`);
  }
  if (dropped.length > 0) {
    source.look(node, `path: parameters take no pattern, ${dropped.join(' ')} is dropped`);
  }
  if (isUnclear) source.look(node, 'path: write it anew, docs/rest.md');
}

/** `new Endpoint(async () => …)` has no name for its keys. */
function unnamed(node: ts.NewExpression, made: ts.Expression | undefined, source: Source): void {
  const { ts } = source;
  if (!made || source.origins.nameOf(node.expression) !== 'Endpoint') return;
  const isAnonymous = ts.isArrowFunction(made) || (ts.isFunctionExpression(made) && !made.name);
  const [, given] = node.arguments ?? [];
  const isNamed =
    given &&
    (!ts.isObjectLiteralExpression(given) ||
      given.properties.some((one) => ['name', 'key'].includes(source.memberName(one))));
  if (isAnonymous && !isNamed)
    source.look(node, 'an endpoint without a name throws: add the option `name`');
}

/** The body of a mutation is `any` where no option declares it; here it is unknown. */
function undeclaredBody(argument: ts.Expression, source: Source): void {
  const { ts } = source;
  if (!ts.isObjectLiteralExpression(argument)) return;
  const members = new Map(argument.properties.map((one) => [source.memberName(one), one]));
  const predicted = members.get('getOptimisticResponse');
  if (predicted && members.has('method') && !members.has('body')) untyped(predicted, 2, source);
}

/** Declares a parameter of a function among the options as `any`, which it is in Data Client. */
function untyped(option: ts.ObjectLiteralElementLike, index: number, source: Source): void {
  const { ts } = source;
  if (!/\.[cm]?tsx?$/.test(source.file.fileName)) return;
  const made = ts.isPropertyAssignment(option) ? option.initializer : option;
  if (!ts.isMethodDeclaration(made) && !ts.isArrowFunction(made) && !ts.isFunctionExpression(made))
    return;
  const parameter = made.parameters.at(index);
  if (!parameter || parameter.type || parameter.initializer || parameter.dotDotDotToken) return;
  const { name } = parameter;
  const text = `${source.textOf(name)}: any`;
  const isBare = !source.text.slice(made.getStart(), name.getStart()).includes('(');
  source.rewrite(name, isBare ? `(${text})` : text);
}
