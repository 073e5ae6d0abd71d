import { useSuspense } from 'streambed/react';
import { getIssues, openApp } from './support/streambedModel.js';
import { listOfIssues } from './support/views.js';

/** `useSuspense` in the list, issues as props of memoized rows. */
export const contender = {
  open: (answer) =>
    openApp(
      answer,
      listOfIssues(() => useSuspense(getIssues)),
    ),
};
