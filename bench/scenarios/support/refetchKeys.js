import { assertEqual } from '../../data/assertEqual.js';
import { summarize } from '../../runner/statistics.js';
import { startStopwatch } from '../../runner/stopwatch.js';
import { keyStores } from '../../keys/catalogue.js';

/** Responses that arrive in one turn of the event loop. */
const PER_TURN = 100;
const LONGEST_WAIT_MS = 60_000;
/** More than one round only as long as they take less than this together. */
const [ROUNDS, BUDGET_MS] = [10, 8_000];

/** Both scenarios report the same rounds. */
let walk;

/** The scenario that reports one of the two times of a round: `total` or `longest`. */
export function refetchScenario({ time, facts = () => ({}), ...scenario }) {
  return {
    ...scenario,
    group: 'M',
    adapters: 'keys',
    contenders: keyStores,
    sizes: { full: [1_000, 10_000], quick: [100] },
    async check(contender, data) {
      await (await openKeys(contender, data)).round();
      return {};
    },
    async measureOnce(contender, data) {
      const rounds = await (walk ??= measureRounds(contender, data));
      const { median: value, ...rest } = summarize(rounds.map((round) => round[time]));
      return { unit: 'ms', value, ...rest, facts: facts(rounds) };
    },
  };
}

async function measureRounds(contender, data) {
  const keys = await openKeys(contender, data);
  const rounds = [];
  const start = performance.now();
  do rounds.push(await keys.round());
  while (rounds.length < ROUNDS && performance.now() - start < BUDGET_MS);
  keys.close();
  // The first round compiles.
  return rounds.length > 1 ? rounds.slice(1) : rounds;
}

/** A store in which each issue has a key of its own, with a response and a subscriber. */
async function openKeys(contender, { parse }) {
  let version = 0;
  const server = new Server(parse);
  const keys = contender.open((id) => server.respond(id, version));
  const issues = parse();
  const shown = new Map();
  let [awaited, arrived] = [0, () => {}];
  keys.load(issues);
  for (const { id } of issues) {
    keys.watch(id, (issue) => {
      const title = titleOf(version);
      if (issue?.title !== title || shown.get(id) === title) return;
      shown.set(id, title);
      if (--awaited === 0) arrived();
    });
  }
  return {
    /**
     * Gives the time until the last subscriber was notified of its new data, the longest task of that time, and how long the call that
     * makes all keys stale took, ms.
     */
    async round() {
      version++;
      awaited = issues.length;
      const told = new Promise((resolve, reject) => {
        arrived = resolve;
        setTimeout(
          () => reject(new Error(`${awaited} keys were not fetched again.`)),
          LONGEST_WAIT_MS,
        ).unref();
      });
      const before = server.requests;
      let call;
      const times = await timeTasks(() => {
        const stop = startStopwatch();
        keys.refetchAll();
        call = stop();
        return told;
      });
      assertEqual(server.requests - before, issues.length, 'requests');
      // Timers and what else follows are not of the next round.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { ...times, call };
    },
    close: () => keys.close(),
  };
}

function titleOf(version) {
  return `version ${version}`;
}

/** Responds in the order of the requests, some in each turn of the event loop, with other objects each time. */
class Server {
  requests = 0;
  #rows;
  #waiting = [];

  constructor(parse) {
    this.#rows = new Map(parse().map((issue) => [issue.id, issue]));
  }

  respond(id, version) {
    this.requests++;
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#sendSome());
      const row = this.#rows.get(id);
      const issue = { ...row, title: titleOf(version), author: { ...row.author } };
      this.#waiting.push(() => resolve(issue));
    });
  }

  #sendSome() {
    for (const send of this.#waiting.splice(0, PER_TURN)) send();
    if (this.#waiting.length > 0) setImmediate(() => this.#sendSome());
  }
}

/** How long it took until the promise of `act` was fulfilled, and the longest time between two turns of the event loop. */
async function timeTasks(act) {
  let longest = 0;
  let isOver = false;
  let turn = startStopwatch();
  const look = () => {
    longest = Math.max(longest, turn());
    turn = startStopwatch();
    if (!isOver) setImmediate(look);
  };
  const stop = startStopwatch();
  setImmediate(look);
  await act();
  const total = stop();
  isOver = true;
  look();
  return { total, longest };
}
