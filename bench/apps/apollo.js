import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useFragment } from '@apollo/client/react';
import { createElement as h } from 'react';
import { ISSUE, ISSUES, LABEL, NAME, TITLE } from '../contenders/support/apolloDocuments.js';
import { listOfRows } from './support/views.js';

/** `useFragment` in every row. */
export const contender = {
  typenames: true,
  open(answer) {
    const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
    const { cache } = client;
    cache.writeQuery({ query: ISSUES, data: { issues: answer } });
    const useIssue = (id) =>
      useFragment({ fragment: ISSUE, from: { __typename: 'Issue', id } }).data;
    const List = listOfRows(
      answer.map(({ id }) => id),
      useIssue,
    );
    const write = (id, fragment, data) => void cache.writeFragment({ id, fragment, data });
    return {
      element: h(ApolloProvider, { client }, h(List)),
      patchIssue: (id, change) => write(`Issue:${id}`, TITLE, change),
      patchUser: (id, change) => write(`User:${id}`, NAME, change),
      writeOther: (label) => write(`Label:${label.id}`, LABEL, { __typename: 'Label', ...label }),
      close: () => client.stop(),
    };
  },
};
