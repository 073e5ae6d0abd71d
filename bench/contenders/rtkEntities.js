import {
  configureStore,
  createEntityAdapter,
  createSelector,
  createSlice,
} from '@reduxjs/toolkit';
import { normalize, schema } from 'normalizr';
import { openByRank } from './support/openByRank.js';

const issueList = [new schema.Entity('issues', { author: new schema.Entity('users') })];

const users = createEntityAdapter();
const issues = createEntityAdapter();

const slice = createSlice({
  name: 'entities',
  initialState: { users: users.getInitialState(), issues: issues.getInitialState(), list: [] },
  reducers: {
    issuesReceived(state, { payload: { entities, result } }) {
      users.upsertMany(state.users, entities.users);
      issues.upsertMany(state.issues, entities.issues);
      state.list = result;
    },
    issueChanged: (state, { payload }) => void issues.updateOne(state.issues, payload),
    userChanged: (state, { payload }) => void users.updateOne(state.users, payload),
  },
});

const { issuesReceived, issueChanged, userChanged } = slice.actions;
const selectIssues = issues.getSelectors((state) => state.issues);
const selectUsers = users.getSelectors((state) => state.users);

const selectList = createSelector(
  [(state) => state.list, selectIssues.selectEntities, selectUsers.selectEntities],
  (ids, issuesById, usersById) =>
    ids.map((id) => ({ ...issuesById[id], author: usersById[issuesById[id].author] })),
);
const selectOpenByRank = createSelector([selectIssues.selectAll], openByRank);

export const contender = { open: () => new RtkEntityStore() };

/** Normalized by normalizr into entity adapters, as "Normalizing state" recommends; memoized selectors; watchers as `useSelector`. */
class RtkEntityStore {
  store = configureStore({ reducer: slice.reducer });

  load(answer) {
    this.store.dispatch(issuesReceived(normalize(answer, issueList)));
  }

  hold() {}

  readList() {
    return selectList(this.store.getState());
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
