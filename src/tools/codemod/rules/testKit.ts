import type ts from 'typescript';
import type { Imports } from '../Imports.ts';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

const renderers = ['makeRenderDataClient', 'makeRenderDataHook'];

/** `renderDataHook`, its options and what it returns; fixtures. */
export const testKit: Rule = (node, source, imports) => {
  const { ts } = source;
  if (ts.isVariableDeclaration(node)) ownRenderer(node, source, imports);
  if (ts.isBindingElement(node)) destructured(node, source);
  if (ts.isCallExpression(node) && source.roles.roleOf(node) === 'rendered') {
    const [, options] = node.arguments;
    if (options && ts.isObjectLiteralExpression(options)) renderOptions(options, source);
  }
  if (ts.isPropertyAccessExpression(node)) member(node, source);
};

/**
 * `const renderDataHook = makeRenderDataHook(DataProvider)` becomes an import of that name. In other
 * places, the imported function replaces the call.
 */
function ownRenderer(variable: ts.VariableDeclaration, source: Source, imports: Imports): void {
  const { ts } = source;
  const { initializer, name, type, parent } = variable;
  const statement = parent.parent;
  if (!initializer || !ts.isCallExpression(initializer) || !ts.isIdentifier(name)) return;
  if (!renderers.includes(source.origins.nameOf(initializer.expression))) return;
  [initializer.expression, ...initializer.arguments].forEach((part) => imports.replaced(part));
  const isPlain =
    ts.isVariableStatement(statement) &&
    statement.parent === source.file &&
    statement.declarationList.declarations.length === 1 &&
    !ts.getModifiers(statement)?.length;
  if (isPlain) {
    source.change(statement, `${source.textOf(statement)} → (imported)`);
    source.removeStatement(statement);
    imports.declare('streambed/testing/hooks', 'renderDataHook', name.text);
  } else {
    source.rewrite(initializer, imports.need('streambed/testing/hooks', 'renderDataHook'));
    // The type is `ReturnType<typeof makeRenderDataHook>`.
    if (type) source.edits.remove(name.getEnd(), type.getEnd());
  }
}

const optionAdvice: Readonly<Record<string, string>> = {
  getInitialInterceptorData: 'pass a function as `fixtures`: its variables are the data',
};

function renderOptions(options: ts.ObjectLiteralExpression, source: Source): void {
  const { ts } = source;
  for (const property of options.properties) {
    const name = source.memberName(property);
    const isNamed = ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property);
    if (name === 'resolverFixtures' && isNamed) source.renameMember(property, 'fixtures');
    else if (Object.hasOwn(optionAdvice, name))
      source.look(property, `${name}: ${optionAdvice[name]}`);
  }
}

const memberAdvice: Readonly<Record<string, string>> = {
  allSettled: 'await store.settled()',
  cleanup: "remove it: Testing Library's own cleanup unmounts the hook",
  waitForNextUpdate: 'await waitFor(() => expect(…))',
};

function destructured(element: ts.BindingElement, source: Source): void {
  const { ts } = source;
  const variable = element.parent.parent;
  const isRendered =
    ts.isVariableDeclaration(variable) && source.roles.roleOf(variable.initializer) === 'rendered';
  if (!isRendered) return;
  const name = source.textOf(element.propertyName ?? element.name);
  if (name === 'controller') source.renameMember(element, 'store');
  else if (Object.hasOwn(memberAdvice, name))
    source.look(element, `${name}: ${memberAdvice[name]}`);
}

function member(node: ts.PropertyAccessExpression, source: Source): void {
  const name = node.name.text;
  const role = source.roles.roleOf(node.expression);
  if (role === 'rendered') {
    if (name === 'controller') source.rewrite(node.name, 'store');
    else if (Object.hasOwn(memberAdvice, name))
      source.look(node.name, `${name}: ${memberAdvice[name]}`);
  }
  if (name === 'cleanup' && source.origins.nameOf(node.expression).startsWith('renderData')) {
    source.look(node.name, `cleanup: ${memberAdvice.cleanup}`);
  }
  if (role === 'renderedResult' && name === 'current') optional(node, source);
}

/** `result.current` is `undefined` while the hook suspends: `result.current.name` → `result.current?.name`. */
function optional(current: ts.PropertyAccessExpression, source: Source): void {
  const { ts } = source;
  const { parent } = current;
  const opens =
    (ts.isPropertyAccessExpression(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isCallExpression(parent)) &&
    parent.expression === current;
  if (opens && !parent.questionDotToken) {
    const at = current.getEnd();
    const isMember = ts.isPropertyAccessExpression(parent);
    source.change(current, `${source.textOf(current)} → ${source.textOf(current)}?.`);
    source.edits.insert(at, isMember ? '?' : '?.');
  } else if (ts.isVariableDeclaration(parent) && !ts.isIdentifier(parent.name)) {
    source.look(current, 'result.current is undefined while the hook suspends');
  }
}
