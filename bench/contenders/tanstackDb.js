import { createLiveQueryCollection, eq } from '@tanstack/react-db';
import { FedCollection } from './support/FedCollection.js';
import { flatIssue } from './support/flatIssue.js';

export const contender = { open: () => new DbStore() };

/** Two collections that a server feeds, and live queries over them: a join for the list, filter and order for the view. */
class DbStore {
  issues = new FedCollection();
  users = new FedCollection();
  list = undefined;
  view = undefined;

  load(answer) {
    this.users.replaceAll(new Map(answer.map(({ author }) => [author.id, author])).values());
    this.issues.replaceAll(answer.map(flatIssue));
  }

  hold() {
    this.watchList(() => {});
  }

  openList() {
    this.list ??= createLiveQueryCollection({
      startSync: true,
      query: (q) =>
        q
          .from({ issue: this.issues.collection })
          .innerJoin({ author: this.users.collection }, ({ issue, author }) =>
            eq(issue.authorId, author.id),
          )
          .orderBy(({ issue }) => issue.number)
          .select(({ issue, author }) => ({ ...issue, author })),
    });
    return this.list;
  }

  readList() {
    return this.openList().toArray;
  }

  addIssue(issue) {
    this.users.add(issue.author);
    this.issues.add(flatIssue(issue));
  }

  /** The rows as they are stored, without their authors. */
  openAll() {
    return { read: () => this.issues.collection.toArray };
  }

  patchIssue(id, change) {
    this.issues.patch(id, change);
  }

  patchUser(id, change) {
    this.users.patch(id, change);
  }

  watchIssue(id, callback) {
    const subscription = this.issues.collection.subscribeChanges(callback, {
      where: (issue) => eq(issue.id, id),
    });
    return () => subscription.unsubscribe();
  }

  watchList(callback) {
    const subscription = this.openList().subscribeChanges(callback);
    return () => subscription.unsubscribe();
  }

  openView() {
    const view = this.openByRank();
    const subscription = view.subscribeChanges(() => {});
    return { read: () => view.toArray, close: () => subscription.unsubscribe() };
  }

  openChanges(callback) {
    const view = this.openByRank();
    const subscription = view.subscribeChanges((changes) =>
      callback(changes.map(({ key }) => key)),
    );
    return () => subscription.unsubscribe();
  }

  openByRank() {
    this.view = createLiveQueryCollection({
      startSync: true,
      query: (q) =>
        q
          .from({ issue: this.issues.collection })
          .where(({ issue }) => eq(issue.state, 'open'))
          .orderBy(({ issue }) => issue.rank),
    });
    return this.view;
  }

  close() {
    // Sources outlive what is made of them.
    void this.list?.cleanup();
    void this.view?.cleanup();
    void this.issues.collection.cleanup();
    void this.users.collection.cleanup();
  }
}
