import { createElement as h } from 'react';
import { listOfRows } from './views.js';

/** The rows without a hook: what the list costs whatever brings its data. */
export function bareApp(issues) {
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  const ids = [...byId.keys()];
  return { element: h(listOfRows(ids, (id) => byId.get(id))) };
}
