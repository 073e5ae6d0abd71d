import { assertIssues } from '../../data/assertIssues.js';
import { openShown } from './openShown.js';

/** What an identical answer leaves alone, and that another answer is taken. */
export async function checkRefetch(contender, data) {
  const store = await openShown(contender, data);
  let calls = 0;
  store.watchList?.(() => calls++);
  await store.flush?.();
  const before = store.readList();
  calls = 0;
  await store.load(data.parse());
  await store.flush?.();
  const after = store.readList();
  assertIssues(after, data.issues);
  const facts = {
    references: referencesKept(before, after),
    ...(store.watchList ? { emissions: calls } : {}),
  };

  const other = data.parse();
  other[1].title = 'another title';
  const { id } = other[2].author;
  for (const { author } of other) if (author.id === id) author.name = 'another name';
  other.splice(5, 1);
  await store.load(other);
  await store.flush?.();
  assertIssues(store.readList(), other);
  store.close();
  return facts;
}

function referencesKept(before, after) {
  if (before === after) return 'all kept';
  const rows = after.filter((row, i) => row === before[i]).length;
  if (rows === after.length) return 'rows kept, another list';
  return rows === 0 ? 'all lost' : `${rows} of ${after.length} rows kept`;
}
