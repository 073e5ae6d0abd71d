import { createElement as h, Suspense } from 'react';
import useSWR from 'swr';

async function getJson(url) {
  const response = await fetch(url);
  return response.json();
}

function List() {
  const { data } = useSWR('/issues', getJson, { suspense: true });
  return h(
    'ul',
    null,
    data.map(({ id, title }) => h('li', { key: id }, title)),
  );
}

export const app = h(Suspense, { fallback: '…' }, h(List));
