import { useSuspense } from 'streambed/react';
import { getIssue, openApp } from './support/streambedModel.js';
import { listOfRows } from './support/views.js';

/** `useSuspense` in every row; its endpoint was never fetched, the issue is inferred from what the list brought. */
export const contender = {
  open: (answer) =>
    openApp(
      answer,
      listOfRows(
        answer.map(({ id }) => id),
        (id) => useSuspense(getIssue, { id }),
      ),
    ),
};
