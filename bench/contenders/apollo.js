import { InMemoryCache } from '@apollo/client';
import { ISSUE, ISSUES, NAME, TITLE } from './support/apolloDocuments.js';

export const contender = {
  typenames: true,
  open: () => new ApolloStore(),
};

class ApolloStore {
  cache = new InMemoryCache();

  load(answer) {
    this.cache.writeQuery({ query: ISSUES, data: { issues: answer } });
  }

  hold() {
    this.watchList(() => {});
  }

  readList() {
    return this.cache.readQuery({ query: ISSUES }).issues;
  }

  addIssue(issue) {
    this.cache.updateQuery({ query: ISSUES }, ({ issues }) => ({ issues: [...issues, issue] }));
  }

  patchIssue(id, change) {
    this.cache.writeFragment({ id: `Issue:${id}`, fragment: TITLE, data: change });
  }

  patchUser(id, change) {
    this.cache.writeFragment({ id: `User:${id}`, fragment: NAME, data: change });
  }

  watchIssue(id, callback) {
    const issue$ = this.cache.watchFragment({
      fragment: ISSUE,
      from: { __typename: 'Issue', id },
    });
    const subscription = issue$.subscribe(callback);
    return () => subscription.unsubscribe();
  }

  watchList(callback) {
    return this.cache.watch({ query: ISSUES, optimistic: true, immediate: true, callback });
  }

  close() {}
}
