import { All, Collection, createStore, Entity, RestEndpoint } from 'streambed';
import { asArray, changes, filterChanges, sortChanges } from 'streambed/changes';

class User extends Entity {
  id = '';
  login = '';
  name = '';
  avatar = '';
  static key = 'User';
}

class Issue extends Entity {
  id = '';
  number = 0;
  title = '';
  body = '';
  state = 'open';
  rank = 0;
  createdAt = '';
  updatedAt = '';
  author = new User();
  static key = 'Issue';
  static schema = { author: User };
}

const allIssues = new All(Issue);
const getIssueList = new RestEndpoint({ path: '/issues', schema: new Collection([Issue]) });
const getIssues = new RestEndpoint({ path: '/issues', schema: [Issue] });

/** Longer than any run: nothing may turn stale and be fetched again while the clock runs. */
const FOR_EVER = 1e9;

export const contender = { open: (options) => new StreambedStore(options) };

class StreambedStore {
  subscription = undefined;

  constructor({ graceTime = FOR_EVER, grows = false } = {}) {
    this.list = grows ? getIssueList : getIssues;
    this.store = createStore({ dataExpiryLength: FOR_EVER, graceTime, gcTime: FOR_EVER });
    this.issues$ = this.store.observe(this.list);
  }

  load(answer) {
    this.store.setResponse(this.list, answer);
  }

  hold() {
    this.subscription ??= this.issues$.subscribe();
  }

  /** The key stays as it is for the grace time: memoized, but nobody is told of changes. */
  letGo() {
    this.subscription.unsubscribe();
  }

  readFirst() {
    this.hold();
    return this.issues$.getValue().data;
  }

  readList() {
    return this.issues$.getValue().data;
  }

  addIssue(issue) {
    this.store.setResponse(this.list.push, issue, issue);
  }

  putIssue(issue) {
    this.store.set(Issue, issue);
  }

  openAll() {
    const all$ = this.store.query(allIssues);
    all$.subscribe();
    return { read: () => all$.getValue() };
  }

  patchIssue(id, change) {
    this.store.set(Issue, { id, ...change });
  }

  patchUser(id, change) {
    this.store.set(User, { id, ...change });
  }

  watchIssue(id, callback) {
    const subscription = this.store.query(Issue, { id }).subscribe(callback);
    return () => subscription.unsubscribe();
  }

  watchList(callback) {
    const subscription = this.issues$.data$.subscribe(callback);
    return () => subscription.unsubscribe();
  }

  openView() {
    let rows;
    const subscription = this.openByRank()
      .pipe(asArray())
      .subscribe((next) => (rows = next));
    return { read: () => rows, close: () => subscription.unsubscribe() };
  }

  openChanges(callback) {
    const subscription = this.openByRank().subscribe(({ changes: sent }) =>
      callback(sent.map(({ key }) => key)),
    );
    return () => subscription.unsubscribe();
  }

  openByRank() {
    return changes(this.store, Issue, { flat: true }).pipe(
      filterChanges(({ state }) => state === 'open'),
      sortChanges((a, b) => a.rank - b.rank),
    );
  }

  close() {
    this.store.dispose();
  }
}
