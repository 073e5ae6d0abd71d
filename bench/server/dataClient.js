import { CacheProvider, Controller, useSuspense } from '@data-client/react';
import { createElement as h } from 'react';
import { stateWith } from '../apps/support/dataClientApp.js';
import { listOfIssues } from '../apps/support/views.js';
import { getIssues } from '../contenders/support/dataClientModel.js';
import { renderWithState, responseOf } from './support/renderPage.js';

const List = listOfIssues(() => useSuspense(getIssues));

export const contender = {
  async renderPage(text) {
    const initialState = stateWith(await responseOf(text).json());
    // Its defaults are `defaultProps`, which React 19 leaves out.
    const provider = { initialState, Controller, devButton: null };
    return renderWithState(h(CacheProvider, provider, h(List)), initialState);
  },
};
