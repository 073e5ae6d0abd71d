import { configureStore, createSelector } from '@reduxjs/toolkit';
import { normalize } from 'normalizr';
import { issueList, selectIssues, selectList, slice } from './support/entitySlice.js';
import { openByRank } from './support/openByRank.js';

const { issuesReceived, issueAdded, issueChanged, userChanged } = slice.actions;
const selectOpenByRank = createSelector([selectIssues.selectAll], openByRank);

export const contender = { open: () => new RtkEntityStore() };

/** Memoized selectors over entity adapters; watchers as `useSelector`: after every action. */
class RtkEntityStore {
  store = configureStore({ reducer: slice.reducer });

  load(answer) {
    this.store.dispatch(issuesReceived(normalize(answer, issueList).entities));
  }

  hold() {}

  readList() {
    return selectList(this.store.getState());
  }

  addIssue(issue) {
    this.store.dispatch(issueAdded(normalize([issue], issueList).entities));
  }

  /** The rows as they are stored, without their authors. */
  openAll() {
    return { read: () => selectIssues.selectAll(this.store.getState()) };
  }

  patchIssue(id, changes) {
    this.store.dispatch(issueChanged({ id, changes }));
  }

  patchUser(id, changes) {
    this.store.dispatch(userChanged({ id, changes }));
  }

  watchIssue(id, callback) {
    return this.watch((state) => selectIssues.selectById(state, id), callback);
  }

  watchList(callback) {
    return this.watch(selectList, callback);
  }

  watch(select, callback) {
    let last = select(this.store.getState());
    return this.store.subscribe(() => {
      const next = select(this.store.getState());
      if (next === last) return;
      last = next;
      callback(next);
    });
  }

  openView() {
    return { read: () => selectOpenByRank(this.store.getState()), close() {} };
  }

  close() {}
}
