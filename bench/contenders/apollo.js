import { gql, InMemoryCache } from '@apollo/client';

const ISSUES = gql`
  query Issues {
    issues {
      id
      number
      title
      body
      state
      rank
      createdAt
      updatedAt
      author {
        id
        login
        name
        avatar
      }
    }
  }
`;

const ISSUE = gql`
  fragment IssueFields on Issue {
    id
    number
    title
    body
    state
    rank
    createdAt
    updatedAt
    author {
      id
      login
      name
      avatar
    }
  }
`;

const TITLE = gql`
  fragment Title on Issue {
    title
  }
`;

const NAME = gql`
  fragment Name on User {
    name
  }
`;

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
