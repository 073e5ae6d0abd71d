// A hook of the module loader: each function of the built package reports that it was entered. Lines stay where they are.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export async function load(url, context, next) {
  if (!/\/dist\/esm\/[^/]+\.js$/.test(url)) return next(url, context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return { format: 'module', shortCircuit: true, source: reporting(url, text) };
}

function reporting(url, text) {
  const tree = ts.createSourceFile('a.js', text, ts.ScriptTarget.ES2022, true);
  const insertions = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const name = node.name ?? node.parent.name;
      const called = JSON.stringify([url, node.getStart(tree), name?.getText(tree) ?? '']);
      const report = `globalThis.entered(${called})`;
      if (ts.isBlock(node.body)) {
        insertions.push([node.body.getStart(tree) + 1, `${report};`]);
      } else {
        insertions.push([node.body.getStart(tree), `(${report}, `], [node.body.end, ')']);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  let result = '';
  let from = 0;
  for (const [at, inserted] of insertions.sort(([a], [b]) => a - b)) {
    result += text.slice(from, at) + inserted;
    from = at;
  }
  return result + text.slice(from);
}
