import type ts from 'typescript';

/** The compiler's API, as the project has it. */
export type TypeScript = typeof ts;

/** An expression without parentheses, assertions and `await`: `(a as B)!` → `a`. */
export function unwrapped(typescript: TypeScript, node: ts.Expression): ts.Expression {
  const isWrapper =
    typescript.isParenthesizedExpression(node) ||
    typescript.isAsExpression(node) ||
    typescript.isSatisfiesExpression(node) ||
    typescript.isNonNullExpression(node) ||
    typescript.isAwaitExpression(node);
  return isWrapper ? unwrapped(typescript, node.expression) : node;
}
