import { createElement as h } from 'react';
import { createStore, RestEndpoint } from 'streambed';
import { AsyncBoundary, StoreProvider, useSuspense } from 'streambed/react';
import { Issue } from '../apps/support/streambedModel.js';
import { listOfIssues } from '../apps/support/views.js';

const getPage = new RestEndpoint({ path: '/pages/:page', schema: [Issue] });
const List = listOfIssues(({ page }) => useSuspense(getPage, { page }));

export const contender = {
  open() {
    const store = createStore();
    const elementOf = (page) =>
      h(StoreProvider, { store }, h(AsyncBoundary, { fallback: 'waiting' }, h(List, { page })));
    return { elementOf };
  },
};
