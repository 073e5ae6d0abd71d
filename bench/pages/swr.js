import { createElement as h, Suspense } from 'react';
import useSWR from 'swr';
import { listOfIssues } from '../apps/support/views.js';
import { fetchPage } from './support/fetchPage.js';

const List = listOfIssues(({ page }) => useSWR(`${page}`, fetchPage, { suspense: true }).data);

export const contender = {
  open: () => ({
    elementOf: (page) => h(Suspense, { fallback: 'waiting' }, h(List, { page })),
  }),
};
