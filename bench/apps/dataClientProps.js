import { useSuspense } from '@data-client/react';
import { getIssues } from '../contenders/support/dataClientModel.js';
import { openApp } from './support/dataClientApp.js';
import { listOfIssues } from './support/views.js';

/** What its documentation does with lists: the list reads, rows get entities as props. */
export const contender = {
  open: (answer) =>
    openApp(
      answer,
      listOfIssues(() => useSuspense(getIssues)),
    ),
};
