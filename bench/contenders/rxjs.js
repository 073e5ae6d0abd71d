import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import { openByRank } from './support/openByRank.js';

export const contender = { open: () => new RxjsStore() };

/** The usual hand-made store: one `BehaviorSubject` of immutable state per kind; `map` and `distinctUntilChanged` for each reader. */
class RxjsStore {
  ids$ = new BehaviorSubject([]);
  issues$ = new BehaviorSubject({});
  users$ = new BehaviorSubject({});
  list = undefined;
  list$ = combineLatest([this.ids$, this.issues$, this.users$]).pipe(
    map(([ids, issues, users]) =>
      ids.map((id) => ({ ...issues[id], author: users[issues[id].author] })),
    ),
  );

  load(answer) {
    const issues = {};
    const users = {};
    for (const issue of answer) {
      users[issue.author.id] = issue.author;
      issues[issue.id] = { ...issue, author: issue.author.id };
    }
    this.users$.next({ ...this.users$.value, ...users });
    this.issues$.next({ ...this.issues$.value, ...issues });
    this.ids$.next(answer.map(({ id }) => id));
  }

  hold() {
    this.subscription ??= this.list$.subscribe((list) => (this.list = list));
  }

  readList() {
    this.hold();
    return this.list;
  }

  addIssue({ author, ...issue }) {
    this.users$.next({ ...this.users$.value, [author.id]: author });
    this.issues$.next({ ...this.issues$.value, [issue.id]: { ...issue, author: author.id } });
    this.ids$.next([...this.ids$.value, issue.id]);
  }

  patchIssue(id, change) {
    patch(this.issues$, id, change);
  }

  patchUser(id, change) {
    patch(this.users$, id, change);
  }

  watchIssue(id, callback) {
    const issue$ = this.issues$.pipe(
      map((issues) => issues[id]),
      distinctUntilChanged(),
    );
    const subscription = issue$.subscribe(callback);
    return () => subscription.unsubscribe();
  }

  watchList(callback) {
    const subscription = this.list$.subscribe(callback);
    return () => subscription.unsubscribe();
  }

  openView() {
    let rows;
    const subscription = this.issues$
      .pipe(map((issues) => openByRank(Object.values(issues))))
      .subscribe((next) => (rows = next));
    return { read: () => rows, close: () => subscription.unsubscribe() };
  }

  close() {
    this.subscription?.unsubscribe();
  }
}

function patch(rows$, id, change) {
  const rows = rows$.value;
  rows$.next({ ...rows, [id]: { ...rows[id], ...change } });
}
