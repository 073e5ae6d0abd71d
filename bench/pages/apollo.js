import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useSuspenseQuery } from '@apollo/client/react';
import { createElement as h, Suspense } from 'react';
import { from, map } from 'rxjs';
import { listOfIssues } from '../apps/support/views.js';
import { ISSUE } from '../contenders/support/apolloDocuments.js';
import { fetchPage } from './support/fetchPage.js';

const PAGE = gql`
  query Page($page: Int!) {
    issues(page: $page) {
      ...IssueFields
    }
  }
  ${ISSUE}
`;

const List = listOfIssues(
  ({ page }) => useSuspenseQuery(PAGE, { variables: { page } }).data.issues,
);

const link = new ApolloLink(({ variables }) =>
  from(fetchPage(variables.page)).pipe(map((issues) => ({ data: { issues } }))),
);

export const contender = {
  typenames: true,
  open() {
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    const elementOf = (page) =>
      h(ApolloProvider, { client }, h(Suspense, { fallback: 'waiting' }, h(List, { page })));
    return { elementOf };
  },
};
