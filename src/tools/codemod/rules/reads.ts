import type ts from 'typescript';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

const hooks = ['useCache', 'useDLE', 'useLive', 'useQuery', 'useSuspense'];

/** Reads without data return `undefined`, where Data Client returns an object in the shape of the schema. */
export const reads: Rule = (node, source, imports) => {
  const { ts } = source;
  if (!ts.isCallExpression(node)) return;
  const name = source.origins.nameOf(node.expression);
  if (hooks.includes(name)) emptyRead(node, name, source);
  if (name === 'useDebounce') debounced(node, source);
  if (name === 'useContext' || node.arguments.length === 1) context(node, source, imports);
};

function emptyRead(call: ts.CallExpression, name: string, source: Source): void {
  if (
    name !== 'useCache' &&
    name !== 'useDLE' &&
    !call.arguments.some((one) => mayBeNull(one, source))
  ) {
    return;
  }
  const opened = openedPart(call, name, source);
  if (opened) {
    source.look(
      opened,
      `${name} returns undefined without data, not an object in the shape of the schema`,
    );
  }
}

function mayBeNull(argument: ts.Expression, source: Source): boolean {
  const { ts } = source;
  const isNull = (node: ts.Expression): boolean => node.kind === ts.SyntaxKind.NullKeyword;
  return (
    isNull(argument) ||
    (ts.isConditionalExpression(argument) &&
      (isNull(argument.whenTrue) || isNull(argument.whenFalse)))
  );
}

/** The node that takes members off the data of a hook. */
function openedPart(call: ts.CallExpression, name: string, source: Source): ts.Node | undefined {
  const { ts } = source;
  const { parent } = call;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    return name === 'useDLE' || parent.questionDotToken ? undefined : parent;
  }
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name))
    return undefined;
  if (name !== 'useDLE') return parent.name;
  const data = parent.name.elements.find(
    (one) => one.propertyName && source.textOf(one.propertyName) === 'data',
  );
  return data && ts.isObjectBindingPattern(data.name) ? data.name : undefined;
}

/** Older versions return the value, without an array. */
function debounced(call: ts.CallExpression, source: Source): void {
  const { ts } = source;
  const { parent } = call;
  if (!ts.isVariableDeclaration(parent)) {
    source.look(call, 'useDebounce returns [value, isPending]');
  } else if (ts.isIdentifier(parent.name)) {
    const uses = source.referencesTo(parent.name);
    if (uses.some((use) => ts.isElementAccessExpression(use.parent))) return;
    source.rewrite(parent.name, `[${parent.name.text}]`);
  }
}

/** `useContext(ControllerContext)` → `useStore()`. */
function context(call: ts.CallExpression, source: Source, imports: Parameters<Rule>[2]): void {
  const [argument] = call.arguments;
  if (!argument || source.origins.nameOf(argument) !== 'ControllerContext') return;
  const isContext = /(?:^|\.)useContext$/.test(source.textOf(call.expression));
  if (!isContext) return;
  source.rewrite(call, `${imports.need('streambed/react', 'useStore')}()`);
  imports.replaced(argument);
}
