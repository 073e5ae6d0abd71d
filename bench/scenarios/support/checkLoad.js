import { assertIssues } from '../../data/assertIssues.js';

/** What was loaded can be read, authors in place. */
export async function checkLoad(contender, data) {
  const store = contender.open();
  await store.load(data.parse());
  assertIssues(store.readFirst ? store.readFirst() : store.readList(), data.issues);
  await store.hold();
  assertIssues(store.readList(), data.issues);
  store.close();
  return {};
}
