import { parseArgs } from 'node:util';
import { findBrowser } from './findBrowser.js';

export const USAGE = `npm run bench -- [scenario…] [options]

  scenario           letters or names: A, B2, D1 …; default: all
  --quick            smaller data, fewer samples: does everything run? Not for conclusions
  --n 1000,10000     these sizes instead of those of the scenario
  --contender a,b    only these (the limit always runs along)
  --jsdom            React in jsdom, even where there is a Chromium
  --profile          write a CPU profile of each child to results/profiles
  --list             show scenarios and contenders
`;

/** What the command line asks for. Throws with the usage for anything it does not know. */
export function readArguments(args, { scenarios, contenders }) {
  const { values, positionals } = parse(args);
  const chosen = scenarios.filter(
    ({ id }) => positionals.length === 0 || positionals.some((asked) => names(asked, id)),
  );
  for (const asked of positionals) {
    if (!scenarios.some(({ id }) => names(asked, id)))
      throw new UsageError(`No scenario ${asked}.`);
  }
  const only = values.contender?.split(',');
  for (const asked of only ?? []) {
    if (!contenders.some(({ id }) => id === asked)) throw new UsageError(`No contender ${asked}.`);
  }
  return {
    scenarios: chosen,
    isChosen: (id) => only === undefined || id === 'limit' || only.includes(id),
    sizes: values.n?.split(',').map(readSize),
    quick: values.quick,
    browser: values.jsdom ? undefined : findBrowser(),
    profile: values.profile,
    list: values.list,
  };
}

export class UsageError extends Error {}

function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        jsdom: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        n: { type: 'string' },
        contender: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function names(asked, id) {
  return id.startsWith(asked.toUpperCase());
}

function readSize(text) {
  const size = Number(text.replaceAll('_', ''));
  if (!Number.isInteger(size) || size < 10) throw new UsageError(`No size: ${text} (10 at least).`);
  return size;
}
