import { growthExponent } from '../runner/statistics.js';

/**
 * The entries of one scenario as a table: its sizes, and a line per contender with a cell per size, the growth exponent over the
 * sizes, and remarks.
 */
export function tabulate(scenario, entries) {
  const own = entries.filter((entry) => entry.scenario === scenario.id);
  const sizes = [...new Set(own.map(({ n }) => n))];
  const byContender = groupByContender(own);
  const lines = scenario.contenders
    .filter(({ id }) => byContender.has(id))
    .map(({ id, title }) => lineOf(id, title, byContender, sizes));
  return { scenario, sizes, lines };
}

function groupByContender(entries) {
  const groups = new Map();
  for (const entry of entries) {
    if (!groups.has(entry.contender)) groups.set(entry.contender, []);
    groups.get(entry.contender).push(entry);
  }
  return groups;
}

function lineOf(id, title, byContender, sizes) {
  const entries = byContender.get(id);
  const at = (contender, n) =>
    byContender.get(contender)?.find((entry) => entry.n === n && entry.status === 'ok');
  const cells = sizes.map((n) => {
    const entry = at(id, n);
    if (!entry) return undefined;
    // Times have their limit from the same process; what is counted once has that of the limit's own.
    const limit = entry.limit ?? at('limit', n)?.value;
    return {
      ...entry,
      toLimit: entry.value / limit,
      toUs: entry.value / at('streambed', n)?.value,
    };
  });
  const points = cells.filter((cell) => cell !== undefined).map(({ n, value }) => [n, value]);
  return {
    id,
    title,
    cells,
    growth: growthExponent(points),
    remarks: remarksOn(entries),
  };
}

function remarksOn(entries) {
  const failed = entries.find(({ status }) => status === 'failed');
  if (failed) return [`FAILED: ${failed.error.split('\n')[0]}`];
  const impossible = entries.find(({ status }) => status === 'cannot');
  if (impossible) return [impossible.reason];
  const last = entries.at(-1);
  const remarks = Object.entries(last.facts ?? {}).map(([name, value]) => `${name}: ${value}`);
  const fewest = Math.min(...entries.map(({ samples = Infinity }) => samples));
  if (fewest < 30) remarks.push(`${fewest} samples`);
  return remarks;
}
