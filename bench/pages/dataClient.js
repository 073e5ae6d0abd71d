import { CacheProvider, Controller, useSuspense } from '@data-client/react';
import { initialState } from '@data-client/core';
import { RestEndpoint } from '@data-client/rest';
import { createElement as h, Suspense } from 'react';
import { listOfIssues } from '../apps/support/views.js';
import { Issue } from '../contenders/support/dataClientModel.js';

const getPage = new RestEndpoint({ path: '/pages/:page', schema: [Issue] });
const List = listOfIssues(({ page }) => useSuspense(getPage, { page }));
// Its defaults are `defaultProps`, which React 19 leaves out.
const provider = { initialState, Controller, devButton: null };

export const contender = {
  open: () => ({
    elementOf: (page) =>
      h(CacheProvider, provider, h(Suspense, { fallback: 'waiting' }, h(List, { page }))),
  }),
};
