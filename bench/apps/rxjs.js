import { createElement as h, useEffect, useMemo, useState } from 'react';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import { listOfRows } from './support/views.js';

/** One subject of immutable state; in every row `map` and `distinctUntilChanged`, `useState` and `useEffect`. */
export const contender = {
  open(answer) {
    const issues = {};
    const users = {};
    for (const issue of answer) {
      users[issue.author.id] = issue.author;
      issues[issue.id] = { ...issue, author: issue.author.id };
    }
    const state$ = new BehaviorSubject({ issues, users, labels: {} });
    const patch = (kind, id, change) => {
      const rows = state$.value[kind];
      state$.next({ ...state$.value, [kind]: { ...rows, [id]: { ...rows[id], ...change } } });
    };
    const useIssue = (id) => {
      const issue$ = useMemo(() => observeIssue(state$, id), [id]);
      return useObservable(issue$, () => join(state$.value, id));
    };
    const List = listOfRows(
      answer.map(({ id }) => id),
      useIssue,
    );
    return {
      element: h(List),
      patchIssue: (id, change) => patch('issues', id, change),
      patchUser: (id, change) => patch('users', id, change),
      writeOther: (label) => patch('labels', label.id, label),
    };
  },
};

function observeIssue(state$, id) {
  const row$ = state$.pipe(
    map(({ issues }) => issues[id]),
    distinctUntilChanged(),
  );
  const author$ = state$.pipe(
    map(({ issues, users }) => users[issues[id].author]),
    distinctUntilChanged(),
  );
  return combineLatest([row$, author$]).pipe(map(([row, author]) => ({ ...row, author })));
}

function join({ issues, users }, id) {
  return { ...issues[id], author: users[issues[id].author] };
}

function useObservable(value$, first) {
  const [value, setValue] = useState(first);
  useEffect(() => {
    const subscription = value$.subscribe(setValue);
    return () => subscription.unsubscribe();
  }, [value$]);
  return value;
}
