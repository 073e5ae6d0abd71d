import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useSuspenseQuery } from '@apollo/client/react';
import { createElement as h, Suspense } from 'react';

const client = new ApolloClient({
  cache: new InMemoryCache(),
  link: new HttpLink({ uri: '/graphql' }),
});

const ISSUES = gql`
  query Issues {
    issues {
      id
      title
    }
  }
`;

function List() {
  const { data } = useSuspenseQuery(ISSUES);
  return h(
    'ul',
    null,
    data.issues.map(({ id, title }) => h('li', { key: id }, title)),
  );
}

export const app = h(ApolloProvider, { client }, h(Suspense, { fallback: '…' }, h(List)));
