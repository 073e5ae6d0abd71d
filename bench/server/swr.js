import { createElement as h } from 'react';
import useSWR, { SWRConfig } from 'swr';
import { listOfIssues } from '../apps/support/views.js';
import { renderWithState, responseOf } from './support/renderPage.js';

const noRequest = () => Promise.reject(new Error('nothing is fetched here'));
const List = listOfIssues(() => useSWR('/issues', noRequest).data);

export const contender = {
  async renderPage(text) {
    const fallback = { '/issues': await responseOf(text).json() };
    const value = { fallback, provider: () => new Map() };
    return renderWithState(h(SWRConfig, { value }, h(List)), fallback);
  },
};
