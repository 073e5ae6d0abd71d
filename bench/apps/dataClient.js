import { useSuspense } from '@data-client/react';
import { getIssue } from '../contenders/support/dataClientModel.js';
import { openApp } from './support/dataClientApp.js';
import { listOfRows } from './support/views.js';

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
