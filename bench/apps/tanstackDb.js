import { eq, useLiveQuery } from '@tanstack/react-db';
import { createElement as h } from 'react';
import { openCollections } from './support/tanstackDbData.js';
import { listOfRows } from './support/views.js';

/** A live query in every row: its issue, joined with its author. */
export const contender = {
  open(answer) {
    const { issues, users, writes } = openCollections(answer);
    const useIssue = (id) =>
      useLiveQuery({
        queryKey: ['issue', id],
        query: (q) =>
          q
            .from({ issue: issues })
            .where(({ issue }) => eq(issue.id, id))
            .innerJoin({ author: users }, ({ issue, author }) => eq(issue.authorId, author.id))
            .select(({ issue, author }) => ({ ...issue, author }))
            .findOne(),
      }).data;
    const List = listOfRows(
      answer.map(({ id }) => id),
      useIssue,
    );
    return { element: h(List), ...writes };
  },
};
