// Runs the phases of one scenario against the built package and prints, for each, the calls from a lower room into a higher one: functions
// that the lower room knows by an interface of its own, or was given. Calls through RxJS are not among them.
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { sourceAt } from './sourceAt.mjs';

register('./reportCalls.mjs', import.meta.url);

const rooms = roomsFromBelow();
const longestFirst = [...rooms.keys()].sort((a, b) => b.length - a.length);
const texts = new Map();
const sourcesOfLines = new Map();
let calls = new Map();

Error.stackTraceLimit = 12;
globalThis.entered = ([url, offset, name]) => {
  const caller = callerOf(callSites());
  const from = caller && sourceAtLine(caller.getFileName(), caller.getLineNumber());
  const to = from && sourceAt(url, offset);
  if (!to) return;
  const [lower, higher] = [roomOf(from.path), roomOf(to.path)];
  if (!(rooms.get(lower) < rooms.get(higher))) return;
  const call = `${from.path}:${from.line + 1} → ${to.path} ${name}`;
  calls.set(call, (calls.get(call) ?? 0) + 1);
};

const { scenarios } = await import('./scenarios.mjs');
const phases = [];
for (const [name, run] of Object.entries(scenarios[process.argv[2]])) {
  calls = new Map();
  await run();
  phases.push({ name, upwards: Array.from(calls, ([call, times]) => ({ call, times })) });
}
console.log(JSON.stringify(phases));
process.exit(0);

function callSites() {
  Error.prepareStackTrace = (_, sites) => sites;
  const { stack } = new Error();
  Error.prepareStackTrace = undefined;
  return stack;
}

/** The function that called the one that was entered, itself or by a built-in method such as `forEach`, if it is ours. */
function callerOf([, , , ...sites]) {
  const site = sites.find((each) => each.getFileName()?.startsWith('file:'));
  return site && !site.isAsync() && site.getFileName().includes('/dist/esm/') ? site : undefined;
}

/** Columns have moved, lines have not: a line has one source. */
function sourceAtLine(url, line) {
  const known = `${url}:${line}`;
  if (!sourcesOfLines.has(known)) {
    if (!texts.has(url)) texts.set(url, readFileSync(new URL(url), 'utf8').split('\n'));
    const text = texts.get(url);
    const before = text.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    sourcesOfLines.set(known, sourceAt(url, before + text[line - 1].search(/\S/)));
  }
  return sourcesOfLines.get(known);
}

function roomOf(path) {
  return longestFirst.find((room) => path.startsWith(`${room}/`));
}

/** The rooms with their rank, as ARCHITECTURE.md lists them: from the bottom up. */
function roomsFromBelow() {
  const page = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const [, table] = /^\| room +\|.*\n.*\n((?:\|.*\n)+)/m.exec(page);
  const ranks = table.split('\n').flatMap((row, rank) => {
    const cell = row.split('|')[1] ?? '';
    const [first, ...others] = Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name);
    const named = cell.includes('its ') ? others.map((name) => `${first}/${name}`) : others;
    return first ? [first, ...named].map((room) => [room, rank]) : [];
  });
  return new Map(ranks);
}
