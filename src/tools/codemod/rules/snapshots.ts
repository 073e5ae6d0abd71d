import type ts from 'typescript';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

const ofResponse = 'snapshot.getResponse() returns the data itself: do not read its `data`';

/** The snapshot of an optimistic update returns the data itself: `snap.getResponse(…).data` → `snap.getResponse(…)`. */
export const snapshots: Rule = (node, source) => {
  const { ts } = source;
  if (ts.isParameter(node) && ts.isObjectBindingPattern(node.name)) {
    if (source.roles.ofParameter(node) === 'snapshot') source.look(node, ofResponse);
    return;
  }
  if (!ts.isPropertyAccessExpression(node)) return;
  if (source.roles.roleOf(node.expression) !== 'snapshot') return;
  const name = node.name.text;
  if (['get', 'fetchedAt', 'abort'].includes(name)) return;
  const call = node.parent;
  if (name === 'getResponse' && ts.isCallExpression(call)) response(call, source);
  else
    source.look(
      node.name,
      `snapshot.${name}: read with get(schema, …) or getResponse(endpoint, …)`,
    );
};

function response(call: ts.CallExpression, source: Source): void {
  const { ts } = source;
  const { parent } = call;
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'data') {
    source.change(parent.name, `${source.textOf(parent)} → ${source.textOf(call)}`);
    source.edits.remove(call.getEnd(), parent.getEnd());
    return;
  }
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    const [only, ...others] = parent.name.elements;
    const member = only && source.textOf(only.propertyName ?? only.name);
    if (member === 'data' && others.length === 0 && !only.initializer) {
      source.rewrite(parent.name, source.textOf(only.name));
      return;
    }
  }
  source.look(call, ofResponse);
}
