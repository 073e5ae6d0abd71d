import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import { createElement as h } from 'react';
import { freshQueryClient } from './support/queryClient.js';
import { listOfIssues } from './support/views.js';

const noRequest = () => Promise.reject(new Error('nothing is fetched here'));

/** The list as it came in one query; rows by props. */
export const contender = {
  open(answer) {
    const client = freshQueryClient();
    client.setQueryData(['issues'], answer);
    const List = listOfIssues(
      () => useSuspenseQuery({ queryKey: ['issues'], queryFn: noRequest }).data,
    );
    const changeList = (change) => client.setQueryData(['issues'], (issues) => issues.map(change));
    return {
      element: h(QueryClientProvider, { client }, h(List)),
      patchIssue: (id, change) =>
        changeList((issue) => (issue.id === id ? { ...issue, ...change } : issue)),
      patchUser: (id, change) =>
        changeList((issue) =>
          issue.author.id === id ? { ...issue, author: { ...issue.author, ...change } } : issue,
        ),
      writeOther: (label) => client.setQueryData(['label', label.id], label),
      close: () => client.clear(),
    };
  },
};
