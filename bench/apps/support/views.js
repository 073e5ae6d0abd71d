import { createContext, createElement as h, memo, useContext } from 'react';
import { useProbe } from './probe.js';

/** The markup of a row, the same in every app. */
function rowView(issue) {
  return h('li', null, h('b', null, issue.title), ' by ', h('i', null, issue.author.name));
}

/** From which row to which a list renders; all of them, unless there is a window over it. */
export const ShownRows = createContext([0, Infinity]);

function useShown(rows) {
  const [from, to] = useContext(ShownRows);
  return to < rows.length ? rows.slice(from, to) : rows;
}

/** A row that gets its issue from the list. */
const RowOfIssue = memo(function RowOfIssue({ issue }) {
  useProbe();
  return rowView(issue);
});

/** A list whose hook gives all issues; it gets the props of the list. */
export function listOfIssues(useIssues) {
  return function List(props) {
    const issues = useShown(useIssues(props));
    return h(
      'ul',
      null,
      issues.map((issue) => h(RowOfIssue, { key: issue.id, issue })),
    );
  };
}

/** A row whose hook gives its issue; it gets the props of the row. */
export function rowOf(useIssue) {
  return memo(function Row(props) {
    useProbe();
    return rowView(useIssue(props));
  });
}

/** A list of rows that have a hook each; which rows there are is known, and does not change. */
export function listOfRows(ids, useIssue) {
  const Row = rowOf(({ id }) => useIssue(id));
  return function List() {
    return h(
      'ul',
      null,
      useShown(ids).map((id) => h(Row, { key: id, id })),
    );
  };
}
