import { createElement as h } from 'react';
import { useSuspense } from 'streambed/react';
import { getIssue, getIssues } from '../apps/support/streambedModel.js';
import { rowOf } from '../apps/support/views.js';
import { renderStreambed } from './support/renderStreambed.js';

const Row = rowOf(({ id }) => useSuspense(getIssue, { id }));

function List() {
  const issues = useSuspense(getIssues);
  return h(
    'ul',
    null,
    issues.map(({ id }) => h(Row, { key: id, id })),
  );
}

export const contender = { renderPage: (text) => renderStreambed(text, List) };
