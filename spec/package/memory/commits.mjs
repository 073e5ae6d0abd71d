// Prints how many bytes the built package allocates per commit that writes one row of 10,000 without observers.
import { createStore, Endpoint, Entity } from 'streambed';
import { heapUsed, median } from './heap.mjs';

/** Large enough to even out what V8 allocates for itself, small enough for the young generation. */
const COMMITS = 1_000;
const ROWS = 10_000;
const ROUNDS = 21;

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

class Issue extends Entity {
  id = '';
  title = '';
  state = '';
  author = new User();
  static key = 'Issue';
  static schema = { author: User };
}

const getIssues = new Endpoint(() => new Promise(() => {}), {
  name: 'getIssues',
  schema: [Issue],
});
const store = createStore({ dataExpiryLength: 1e9, gcTime: Infinity });
const ids = Array.from({ length: ROWS }, (_, i) => `${i}`);
store.setResponse(
  getIssues,
  ids.map((id, i) => ({
    id,
    title: '',
    state: 'open',
    author: { id: `u${i % 100}`, name: 'Ann' },
  })),
);
const titles = Array.from({ length: 997 }, (_, i) => `title ${i}`);
// One object for all writes: the script itself allocates nothing.
const patch = { id: '', title: '' };
let written = 0;

/** Bytes per commit. Nothing is collected in between: the young generation is larger. */
const rounds = Array.from({ length: ROUNDS + 1 }, () => {
  const before = heapUsed();
  for (let i = 0; i < COMMITS; i++) {
    patch.id = ids[written % ROWS];
    patch.title = titles[written++ % titles.length];
    store.set(Issue, patch);
  }
  return (process.memoryUsage().heapUsed - before) / COMMITS;
});
// The first round compiles.
console.log(median(rounds.slice(1)));
process.exit();
