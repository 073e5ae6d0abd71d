import { flatIssue } from '../../contenders/support/flatIssue.js';
import { checkLoad } from './checkLoad.js';
import { heapUsed } from './heapUsed.js';

/**
 * What a contender keeps in the heap, step by step, in bytes per entity (issues and users) or per watcher. The answer itself is dropped
 * as soon as it is loaded, as after a request.
 */
async function heapSteps(contender, data) {
  // Code, caches and hidden classes of the first use are not data.
  await new Steps(contender, smallOf(data)).run();
  return new Steps(contender, data).run();
}

/** All scenarios of the group report one walk through the steps. */
let walk;

/** The scenario that reports one of the steps. */
export function heapScenario({ step, facts = () => ({}), ...scenario }) {
  return {
    ...scenario,
    group: 'G',
    sizes: { full: [10_000], quick: [500] },
    check: checkLoad,
    async measureOnce(contender, data) {
      const steps = await (walk ??= heapSteps(contender, data));
      return { unit: 'bytes', value: steps[step], facts: facts(steps) };
    },
  };
}

class Steps {
  #contender;
  #data;
  kept;

  constructor(contender, data) {
    this.#contender = contender;
    this.#data = data;
  }

  async run() {
    const { parse, n } = this.#data;
    const ids = this.#data.issues.map(({ id }) => id);
    const entities = n + new Set(this.#data.issues.map(({ author }) => author.id)).size;

    // On the object: the optimizer lets go of variables that nobody reads any more.
    const heapBefore = await heapUsed();
    this.kept = plainRows(parse());
    const perRow = ((await heapUsed()) - heapBefore) / entities;
    this.kept = undefined;

    const heap = await heapUsed();
    const store = this.#contender.open({ graceTime: 0 });
    await store.load(parse());
    const afterLoad = await heapUsed();
    await store.hold();
    // Who shows a list holds it, whether or not the store does.
    this.kept = store.readList();
    const afterRead = await heapUsed();

    const stops = store.watchIssue ? Array.from({ length: n }) : [];
    const ownArray = await heapUsed();
    for (let i = 0; i < stops.length; i++) stops[i] = store.watchIssue(ids[i], ignore);
    await store.flush?.();
    const afterWatch = await heapUsed();
    for (let i = 0; i < stops.length; i++) {
      stops[i]();
      stops[i] = undefined;
    }
    await store.flush?.();
    const afterStop = await heapUsed();
    store.close();
    return {
      row: perRow,
      stored: (afterLoad - heap) / entities,
      read: (afterRead - heap) / entities,
      watcher: (afterWatch - ownArray) / n,
      left: (afterStop - ownArray) / n,
    };
  }
}

const ignore = () => {};

/** The rows and nothing else: what anybody has to keep who keeps every entity once. */
function plainRows(answer) {
  const users = new Map();
  for (const { author } of answer) if (!users.has(author.id)) users.set(author.id, author);
  return [answer.map(flatIssue), [...users.values()]];
}

function smallOf({ parse, issues }) {
  const some = () => parse().slice(0, 200);
  return { n: 200, issues: issues.slice(0, 200), parse: some };
}
