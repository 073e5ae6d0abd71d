import { createElement as h } from 'react';
import useSWR, { SWRConfig, useSWRConfig } from 'swr';
import { listOfRows } from './support/views.js';

/** An entry per issue, read in every row. A shared user has to be written into each of them. */
export const contender = {
  open(answer) {
    const cache = new Map(answer.map((issue) => [`/issues/${issue.id}`, { data: issue }]));
    const useIssue = (id) => useSWR(`/issues/${id}`).data;
    const List = listOfRows(
      answer.map(({ id }) => id),
      useIssue,
    );
    let mutate;
    function Controls() {
      ({ mutate } = useSWRConfig());
      return null;
    }
    const config = {
      provider: () => cache,
      revalidateOnMount: false,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
    };
    const write = (key, value) => void mutate(key, value, { revalidate: false });
    return {
      element: h(SWRConfig, { value: config }, h(Controls), h(List)),
      patchIssue: (id, change) => write(`/issues/${id}`, (issue) => ({ ...issue, ...change })),
      patchUser: (id, change) =>
        write(
          (key) => key.startsWith('/issues/'),
          (issue) =>
            issue.author.id === id ? { ...issue, author: { ...issue.author, ...change } } : issue,
        ),
      writeOther: (label) => write(`/labels/${label.id}`, label),
    };
  },
};
