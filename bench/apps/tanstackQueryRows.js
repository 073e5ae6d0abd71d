import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import { createElement as h } from 'react';
import { freshQueryClient } from './support/queryClient.js';
import { listOfRows } from './support/views.js';

const noRequest = () => Promise.reject(new Error('nothing is fetched here'));

/** A query per issue, seeded from the list, and read in every row. A shared user has to be written into each of them. */
export const contender = {
  open(answer) {
    const client = freshQueryClient();
    for (const issue of answer) client.setQueryData(['issue', issue.id], issue);
    const ids = answer.map(({ id }) => id);
    const List = listOfRows(
      ids,
      (id) => useSuspenseQuery({ queryKey: ['issue', id], queryFn: noRequest }).data,
    );
    return {
      element: h(QueryClientProvider, { client }, h(List)),
      patchIssue: (id, change) =>
        client.setQueryData(['issue', id], (issue) => ({ ...issue, ...change })),
      patchUser: (id, change) =>
        client.setQueriesData({ queryKey: ['issue'] }, (issue) =>
          issue.author.id === id ? { ...issue, author: { ...issue.author, ...change } } : issue,
        ),
      writeOther: (label) => client.setQueryData(['label', label.id], label),
      close: () => client.clear(),
    };
  },
};
