import { createElement as h, Suspense } from 'react';
import { createStore, Entity, RestEndpoint, schema } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'Issue';
}

const getIssues = new RestEndpoint({ path: '/issues', schema: new schema.All(Issue) });

function List() {
  return h(
    'ul',
    null,
    useSuspense(getIssues).map(({ id, title }) => h('li', { key: id }, title)),
  );
}

const store = createStore();

export const app = h(StoreProvider, { store }, h(Suspense, { fallback: '…' }, h(List)));
