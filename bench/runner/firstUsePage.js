import { firstUse } from '../scenarios/support/firstUse.js';
import { startStopwatch } from './stopwatch.js';

/** The first use of a contender, in a page that has run nothing else. */
globalThis.firstUse = async (id, n) => {
  const stop = startStopwatch();
  const { contender } = await import(`/contenders/${id}.js`);
  const loading = stop();
  return { loading, ...(await firstUse(contender, n)) };
};
