import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';
import { prerenderStatic } from '@apollo/client/react/ssr';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { from, map } from 'rxjs';
import { listOfIssues } from '../apps/support/views.js';
import { ISSUES } from '../contenders/support/apolloDocuments.js';
import { renderWithState, responseOf } from './support/renderPage.js';

const List = listOfIssues(() => useQuery(ISSUES).data?.issues ?? []);

export const contender = {
  typenames: true,
  async renderPage(text) {
    const link = new ApolloLink(() =>
      from(responseOf(text).json()).pipe(map((issues) => ({ data: { issues } }))),
    );
    const client = new ApolloClient({ ssrMode: true, cache: new InMemoryCache(), link });
    const tree = h(ApolloProvider, { client }, h(List));
    await prerenderStatic({ tree, renderFunction: renderToString, ignoreResults: true });
    return renderWithState(tree, client.extract());
  },
};
