import { configureStore } from '@reduxjs/toolkit';
import { normalize } from 'normalizr';
import { createElement as h, useMemo } from 'react';
import { Provider, useSelector } from 'react-redux';
import { issueList, selectIssues, selectUsers, slice } from '../contenders/support/entitySlice.js';
import { listOfRows } from './support/views.js';

const { issuesReceived, issueChanged, userChanged, labelReceived } = slice.actions;

/** `useSelector` by id in every row, for the issue and for its author. */
export const contender = {
  open(answer) {
    const store = configureStore({ reducer: slice.reducer });
    store.dispatch(issuesReceived(normalize(answer, issueList).entities));
    const useIssue = (id) => {
      const row = useSelector((state) => selectIssues.selectById(state, id));
      const author = useSelector((state) => selectUsers.selectById(state, row.author));
      return useMemo(() => ({ ...row, author }), [row, author]);
    };
    const List = listOfRows(
      answer.map(({ id }) => id),
      useIssue,
    );
    return {
      element: h(Provider, { store }, h(List)),
      patchIssue: (id, changes) => store.dispatch(issueChanged({ id, changes })),
      patchUser: (id, changes) => store.dispatch(userChanged({ id, changes })),
      writeOther: (label) => store.dispatch(labelReceived(label)),
    };
  },
};
