import { eq, useLiveQuery } from '@tanstack/react-db';
import { createElement as h } from 'react';
import { openCollections } from './support/tanstackDbData.js';
import { listOfIssues } from './support/views.js';

/** One live query with the join; rows by props. */
export const contender = {
  open(answer) {
    const { issues, users, writes } = openCollections(answer);
    const useIssues = () =>
      useLiveQuery({
        queryKey: ['issues'],
        query: (q) =>
          q
            .from({ issue: issues })
            .innerJoin({ author: users }, ({ issue, author }) => eq(issue.authorId, author.id))
            .orderBy(({ issue }) => issue.number)
            .select(({ issue, author }) => ({ ...issue, author })),
      }).data;
    return { element: h(listOfIssues(useIssues)), ...writes };
  },
};
