import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Rewrites the budgets in the source of a check. `budgets` has one for each `budget: …` of the file, in the order in which they stand
 * there.
 */
export function lowerBudgets(url, budgets) {
  const file = fileURLToPath(url);
  let at = 0;
  const text = readFileSync(file, 'utf8').replaceAll(
    /(?<=\bbudget: )(?:\[\d+, \d+\]|[\d._]+)/g,
    () => shown(budgets[at++]),
  );
  if (at !== budgets.length) throw new Error(`${at} budgets in ${file}, ${budgets.length} known.`);
  writeFileSync(file, text);
}

function shown(budget) {
  if (Array.isArray(budget)) return `[${budget.join(', ')}]`;
  return budget.toLocaleString('en').replaceAll(',', '_');
}
