import { createCollection, useLiveSuspenseQuery } from '@tanstack/react-db';
import { createElement as h, Suspense } from 'react';

const issues = createCollection({
  getKey: ({ id }) => id,
  sync: {
    async sync({ begin, write, commit, markReady }) {
      const response = await fetch('/issues');
      begin();
      for (const value of await response.json()) write({ type: 'insert', value });
      void commit();
      markReady();
    },
  },
});

function List() {
  const { data } = useLiveSuspenseQuery({ query: (q) => q.from({ issue: issues }) });
  return h(
    'ul',
    null,
    data.map(({ id, title }) => h('li', { key: id }, title)),
  );
}

export const app = h(Suspense, { fallback: '…' }, h(List));
