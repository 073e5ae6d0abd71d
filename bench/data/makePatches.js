import { randomNumbers } from './random.js';

/** Prime, so that a row never gets the value it has: the same row meets another title on each round. */
const TITLES = 1_009;

/**
 * An endless supply of small writes, made before the clock runs: `next()` gives the pk of a row and the fields to change.
 * Rows come in an order that no cache line can foresee.
 */
export function titlePatches(issues) {
  const random = randomNumbers(1);
  const ids = shuffled(
    issues.map(({ id }) => id),
    random,
  );
  const changes = Array.from({ length: TITLES }, (_, i) => ({ title: `patched ${i}` }));
  return cycle(ids, changes);
}

/** The same for views: the rank decides the place in the sorted list. */
export function rankPatches(issues) {
  const random = randomNumbers(2);
  const open = issues.filter(({ state }) => state === 'open').map(({ id }) => id);
  const changes = Array.from({ length: TITLES }, () => ({ rank: random() }));
  return cycle(shuffled(open, random), changes);
}

/** The same for users. */
export function namePatches(issues) {
  const ids = [...new Set(issues.map(({ author }) => author.id))];
  const changes = Array.from({ length: TITLES }, (_, i) => ({ name: `renamed ${i}` }));
  return cycle(ids, changes);
}

function cycle(ids, changes) {
  const patch = { id: '', change: changes[0] };
  let i = 0;
  return () => {
    patch.id = ids[i % ids.length];
    patch.change = changes[i % changes.length];
    i++;
    return patch;
  };
}

function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}
