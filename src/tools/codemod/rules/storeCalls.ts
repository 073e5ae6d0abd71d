import type ts from 'typescript';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

const unchanged = ['fetch', 'fetchIfStale', 'set', 'setResponse', 'setError', 'invalidate'];

/** What to write in place of members of a controller that the store does not have. */
const advice: Readonly<Record<string, string>> = {
  bindMiddleware: 'write a plugin: docs/live.md#plugins',
  dispatch: 'call a method of the store, or read store.actions$',
  getQueryMeta: 'store.get(schema, ...args) returns the data',
  getResponseMeta: 'store.getState(endpoint, ...args) has data, status and expiresAt',
  resolve: 'call store.setResponse(endpoint, ...args, response) or store.setError(…)',
  snapshot: 'read with store.get(schema, ...args) and store.getState(endpoint, ...args)',
  subscribe: 'const stop = live(store, endpoint, ...args).subscribe() of streambed/live',
  unsubscribe: 'unsubscribe from live(store, endpoint, ...args)',
};

/** Members of a controller become those of a store. */
export const storeCalls: Rule = (node, source) => {
  const { ts } = source;
  if (ts.isBindingElement(node)) return destructured(node, source);
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const isController = source.roles.roleOf(node.expression) === 'controller';
  if (!isController) return maybeController(node, source);
  const call =
    ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent : undefined;
  const name = node.name.text;
  if (name === 'resetEntireStore') source.rewrite(node.name, 'reset');
  else if (name === 'getState' && call) wholeState(call, source);
  else if (['get', 'getResponse', 'getError'].includes(name) && call) read(node, call, source);
  else if (['expireAll', 'invalidateAll'].includes(name)) byEndpoint(call, source);
  else if (name === 'set' && call) synchronous(call, source);
  else if (!unchanged.includes(name)) unknown(node.name, name, source);
  return undefined;
};

/** Values whose origin is not known: reported by the names that only controllers have. */
function maybeController(node: ts.PropertyAccessExpression, source: Source): void {
  const name = node.name.text;
  const isNamed = /(?:^|\.)(?:ctrl|controller)$/i.test(source.textOf(node.expression));
  const isOwn = isNamed && (Object.hasOwn(advice, name) || /^get(?:Response|Error)$/.test(name));
  if (isOwn || name === 'resetEntireStore') {
    const written = advice[name] ?? (name === 'resetEntireStore' ? 'reset()' : 'getState(…)');
    source.look(node.name, `${name}, if this is a controller: ${written}`);
  }
}

function unknown(node: ts.Node, name: string, source: Source): void {
  source.look(node, `controller.${name}: ${advice[name] ?? 'the store has no such method'}`);
}

/** `const { fetch, resetEntireStore } = useController()`: methods of a store may be taken off too. */
function destructured(element: ts.BindingElement, source: Source): void {
  const { ts } = source;
  const whole = element.parent.parent;
  if (ts.isBindingElement(whole) || source.roles.ofDeclaration(whole) !== 'controller') return;
  const name = source.textOf(element.propertyName ?? element.name);
  if (element.dotDotDotToken) source.look(element, 'the rest of a controller: name the methods');
  else if (name === 'resetEntireStore') source.renameMember(element, 'reset');
  else if (['get', 'getResponse', 'getError', 'getState'].includes(name)) {
    source.look(
      element,
      `${name}: the store's reads take no state, see "Controller" of docs/migrate-from-data-client.md`,
    );
  } else if (!unchanged.includes(name) && !['expireAll', 'invalidateAll'].includes(name)) {
    unknown(element, name, source);
  }
}

/** `get`, `getResponse` and `getError` read the store; they take no state. */
function read(callee: ts.PropertyAccessExpression, call: ts.CallExpression, source: Source): void {
  const { arguments: args } = call;
  const name = callee.name.text;
  const last = args.at(-1);
  if (last && source.roles.roleOf(last) === 'state') {
    source.change(last, `${name}(…, ${source.textOf(last)}): without the state`);
    source.removeElement(args, args.length - 1);
  } else {
    source.look(
      call,
      `${name}: the store's reads take no state; remove the last argument if it is one`,
    );
  }
  if (name === 'get') return;
  source.rewrite(callee.name, 'getState');
  if (name === 'getError') source.edits.insert(call.getEnd(), '.error');
  else knownMembers(call, source);
}

/** The members of a read that have other names. */
function knownMembers(call: ts.CallExpression, source: Source): void {
  const { ts } = source;
  const { parent } = call;
  const isOther = (name: string): boolean => !['data', 'expiresAt'].includes(name);
  const message = "getState has data, error, status ('valid', 'stale' or 'invalid') and expiresAt";
  if (ts.isPropertyAccessExpression(parent)) {
    if (isOther(parent.name.text)) source.look(parent.name, `${parent.name.text}: ${message}`);
  } else if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    for (const element of parent.name.elements) {
      const name = source.textOf(element.propertyName ?? element.name);
      if (isOther(name)) source.look(element, `${name}: ${message}`);
    }
  } else {
    source.look(call, message);
  }
}

/** `controller.getState()` is for the reads above; a variable that only they use is removed. */
function wholeState(call: ts.CallExpression, source: Source): void {
  const { ts } = source;
  if (isStateArgument(call, source)) return;
  const variable = call.parent;
  const statement = ts.isVariableDeclaration(variable) ? variable.parent.parent : undefined;
  if (!ts.isVariableDeclaration(variable) || !ts.isIdentifier(variable.name) || !statement) {
    source.look(call, 'controller.getState(): the entities are in store.entities$.getValue()');
    return;
  }
  const uses = source.referencesTo(variable.name);
  const isSingle =
    ts.isVariableStatement(statement) && statement.declarationList.declarations.length === 1;
  if (isSingle && uses.every((use) => isStateArgument(use, source))) {
    source.change(statement, `${source.textOf(statement)} → (removed: nothing needs the state)`);
    source.removeStatement(statement);
  } else {
    source.look(call, 'controller.getState(): the entities are in store.entities$.getValue()');
  }
}

/** Whether a node is the state that a read of a controller is given. */
function isStateArgument(node: ts.Expression, source: Source): boolean {
  const { parent } = node;
  const { ts } = source;
  if (!ts.isCallExpression(parent) || parent.arguments.at(-1) !== node) return false;
  const { expression: callee } = parent;
  return (
    ts.isPropertyAccessExpression(callee) &&
    ['get', 'getResponse', 'getError'].includes(callee.name.text) &&
    source.roles.roleOf(callee.expression) === 'controller'
  );
}

function byEndpoint(call: ts.CallExpression | undefined, source: Source): void {
  const [argument] = call?.arguments ?? [];
  if (argument && source.ts.isObjectLiteralExpression(argument)) {
    source.look(argument, 'expireAll and invalidateAll take an endpoint, not { testKey }');
  }
}

/** `set` writes at once and returns nothing. */
function synchronous(call: ts.CallExpression, source: Source): void {
  const { parent } = call;
  if (source.ts.isPropertyAccessExpression(parent)) {
    source.look(parent.name, 'set() is synchronous: it returns no promise');
  }
}
