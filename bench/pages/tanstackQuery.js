import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import { createElement as h, Suspense } from 'react';
import { listOfIssues } from '../apps/support/views.js';
import { fetchPage } from './support/fetchPage.js';

const usePage = ({ page }) =>
  useSuspenseQuery({ queryKey: ['page', page], queryFn: () => fetchPage(page) }).data;
const List = listOfIssues(usePage);

export const contender = {
  open() {
    const client = new QueryClient();
    const elementOf = (page) =>
      h(QueryClientProvider, { client }, h(Suspense, { fallback: 'waiting' }, h(List, { page })));
    return { elementOf };
  },
};
