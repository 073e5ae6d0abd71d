import { firstUse } from '../scenarios/support/firstUse.js';

/** The first use of a contender, in a page that has run nothing else. */
globalThis.firstUse = async (id, n) => {
  const { contender } = await import(`/contenders/${id}.js`);
  return firstUse(contender, n);
};
