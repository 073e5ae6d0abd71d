import { CacheProvider, useSuspense } from '@data-client/react';
import { Entity, RestEndpoint, schema } from '@data-client/rest';
import { createElement as h, Suspense } from 'react';

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'Issue';
  pk() {
    return this.id;
  }
}

const getIssues = new RestEndpoint({ path: '/issues', schema: new schema.All(Issue) });

function List() {
  return h(
    'ul',
    null,
    useSuspense(getIssues).map(({ id, title }) => h('li', { key: id }, title)),
  );
}

export const app = h(CacheProvider, null, h(Suspense, { fallback: '…' }, h(List)));
