import { createElement as h } from 'react';
import { listOfIssues } from '../apps/support/views.js';
import { renderWithState, responseOf } from './support/renderPage.js';

const List = listOfIssues(({ issues }) => issues);

export const contender = {
  async renderPage(text) {
    const issues = await responseOf(text).json();
    return renderWithState(h(List, { issues }), issues);
  },
};
