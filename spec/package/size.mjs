// Bundles what users import from the built package, as an application would ship it, and holds the sizes to budgets, and
// docs/performance-size.md to the sizes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featureSizes } from './featureSizes.mjs';
import { listApp, root, sizesOf, sizesOfSources } from './sizesOf.mjs';

/** The same app with something more: what that adds is what the app does not have already. */
const listAppWith = ({ title, stdin }) => ({
  title: `… more with ${title}`,
  stdin: { ...stdin, contents: `export * from './bench/imports/streambed.js'; ${stdin.contents}` },
  beside: listApp,
});

const listAppAndPersist = listAppWith(only('persist', 'streambed/persist'));

/**
 * Bytes after brotli. A budget is the size when it was set, rounded up to the next 50, so that a change which makes an import
 * heavier is a decision. A target is what the design wants; it is shown, met or not, and does not fail the check. RxJS is in all but the
 * second: an import that pulls in more of it shows. `beside`: what is there already.
 */
const budgets = [
  { title: 'list app', ...listApp, budget: 54_950, target: 35_500 },
  {
    title: 'list app, RxJS external',
    ...listApp,
    external: ['rxjs'],
    budget: 51_250,
    target: 32_000,
  },
  {
    ...listAppWith(only('filterChanges, sortChanges', 'streambed/changes')),
    // The list app became smaller by as much when the package got one file per entry.
    budget: 3_500,
    target: 3_000,
  },
  {
    ...listAppWith(only('changes, filterChanges, sortChanges', 'streambed/changes')),
    budget: 4_500,
  },
  { ...only('Entity', 'streambed'), budget: 2_500 },
  { ...only('RestEndpoint', 'streambed'), budget: 7_000 },
  // Endpoints know whether a program has declared their name.
  { ...only('resource', 'streambed'), budget: 21_400 },
  { ...only('GQLEndpoint', 'streambed/graphql'), budget: 9_350 },
  { ...only('normalize, denormalize', 'streambed'), budget: 7_400 },
  { ...only('createStore', 'streambed'), budget: 46_900 },
  { ...only('useSuspense', 'streambed/react'), budget: 3_400, target: 3_300 },
  { ...only('live', 'streambed/live'), budget: 5_250 },
  { ...listAppWith(only('live', 'streambed/live')), budget: 1_250 },
  // Records have the version that tabs give them. Stored rows keep the members that later responses lack, and
  // calls and changes of lists reach stored data that is not in memory.
  { ...listAppAndPersist, budget: 10_700, target: 4_500 },
  {
    title: '… and persist more with shareTabs',
    stdin: {
      ...listAppAndPersist.stdin,
      contents: `${listAppAndPersist.stdin.contents} export { shareTabs } from 'streambed/tabs';`,
    },
    beside: { stdin: listAppAndPersist.stdin },
    // It merges stored rows, and loads rows from the storage. Calls reach keys and lists that only others have.
    // Lists and numbers are fetched that changes of two tabs leave open, whenever their messages arrive.
    budget: 8_500,
    target: 2_000,
  },
  { ...listAppWith(only('offline, outboxOf', 'streambed/offline')), budget: 15_100 },
  // Both need a storage.
  {
    title: '… and persist more with offline, outboxOf',
    stdin: {
      ...listAppAndPersist.stdin,
      contents: `${listAppAndPersist.stdin.contents} export { offline, outboxOf } from 'streambed/offline';`,
    },
    beside: { stdin: listAppAndPersist.stdin },
    budget: 9_800,
    target: 5_000,
  },
  // A message that a busy page has not handled keeps its connection.
  { ...only('webSocketSource', 'streambed/live'), budget: 7_050 },
  { ...listAppWith(only('hydrate', 'streambed/ssr')), budget: 4_550 },
];

/** How the rows of the table in the docs begin, by the title here. */
const documented = {
  'list app': 'a list app:',
  'list app, RxJS external': '… without RxJS',
  '… more with filterChanges, sortChanges': '… more with `filterChanges`',
  Entity: '`Entity` alone',
  RestEndpoint: '`RestEndpoint` alone',
};
/** How far the docs may be from a size, bytes: they round, and small changes leave them as they are. */
const DOCS_TOLERANCE = 500;

const flag = { type: 'boolean', default: false };
const { values } = parseArgs({ options: { sources: flag, features: flag } });
const docs = readFileSync(join(root, 'docs', 'performance-size.md'), 'utf8');

const [NAME, NUMBER] = [48, 10];
console.log(line('import', 'min', 'brotli', 'budget', ''));
let tooBig = false;
const outdated = [];
for (const { title, budget, target, beside, ...entry } of budgets) {
  const whole = await sizesOf(entry);
  const there = beside ? await sizesOf(beside) : { minified: 0, brotli: 0 };
  const [minified, brotli] = [whole.minified - there.minified, whole.brotli - there.brotli];
  const fits = brotli <= budget;
  tooBig ||= !fits;
  const verdict = fits ? 'ok' : `too big by ${brotli - budget} B`;
  console.log(line(title, bytes(minified), bytes(brotli), bytes(budget), verdict));
  if (target) {
    const met = brotli <= target ? 'met' : `not met, by ${brotli - target} B`;
    console.log(line('', '', '', bytes(target), `the target of the design: ${met}`));
  }
  const row = documented[title];
  if (row && !(Math.abs(bytesInDocs(row) - brotli) <= DOCS_TOLERANCE)) outdated.push(row);
  if (values.sources) printSources((await sizesOfSources(entry)).sources);
}
if (values.features) {
  console.log('\nOf the list app, RxJS external');
  const whole = await sizesOfSources({ ...listApp, external: ['rxjs'] });
  for (const { title, minified, brotli } of await featureSizes()) {
    const [less, lessBrotli] = [whole.minified - minified, whole.brotli - brotli];
    console.log(line(`  ${title}`, bytes(less), bytes(lessBrotli), '', ''));
  }
}
if (tooBig) {
  console.error(
    '\nOver budget. `npm run check:size -- --sources` shows what each file adds, `--features` what each concern does.',
  );
  process.exitCode = 1;
}
if (outdated.length > 0) {
  console.error(`\ndocs/performance-size.md has another size of: ${outdated.join(', ')}.`);
  process.exitCode = 1;
}

/** What the last cell of a row in the docs says, in kB there. */
function bytesInDocs(row) {
  const found = docs.split('\n').find((text) => text.startsWith(`| ${row}`));
  return Number(found?.split('|').at(-2)) * 1_000;
}

function only(names, entry) {
  const contents = `export { ${names} } from '${entry}';`;
  return { title: names, stdin: { contents, resolveDir: root } };
}

/** Minified, the largest first. */
function printSources(sources) {
  const largest = sources.sort(([, a], [, b]) => b - a).slice(0, 25);
  for (const [path, size] of largest) console.log(`  ${bytes(size).padStart(NUMBER)}  ${path}`);
}

function line(name, ...columns) {
  const verdict = columns.pop();
  const numbers = columns.map((text) => text.padStart(NUMBER));
  return `${name.padEnd(NAME)}${numbers.join('')}  ${verdict}`.trimEnd();
}

function bytes(count) {
  return `${count.toLocaleString('en')} B`;
}
