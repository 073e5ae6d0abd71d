import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import { createElement as h, Suspense } from 'react';

const client = new QueryClient();

async function getIssues() {
  const response = await fetch('/issues');
  return response.json();
}

function List() {
  const { data } = useSuspenseQuery({ queryKey: ['issues'], queryFn: getIssues });
  return h(
    'ul',
    null,
    data.map(({ id, title }) => h('li', { key: id }, title)),
  );
}

export const app = h(QueryClientProvider, { client }, h(Suspense, { fallback: '…' }, h(List)));
