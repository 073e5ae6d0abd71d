import { createElement as h, Suspense } from 'react';
import { All, createStore, Entity, RestEndpoint } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'Issue';
}

const getIssues = new RestEndpoint({ path: '/issues', schema: new All(Issue) });

function List() {
  return h(
    'ul',
    null,
    useSuspense(getIssues).map(({ id, title }) => h('li', { key: id }, title)),
  );
}

const store = createStore();

export const app = h(StoreProvider, { store }, h(Suspense, { fallback: '…' }, h(List)));
