import { createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit';
import { schema } from 'normalizr';

export const issueList = [new schema.Entity('issues', { author: new schema.Entity('users') })];

const users = createEntityAdapter();
const issues = createEntityAdapter();
const labels = createEntityAdapter();

/** Normalized by normalizr into entity adapters, as Redux' "Normalizing state" recommends. */
export const slice = createSlice({
  name: 'entities',
  initialState: {
    users: users.getInitialState(),
    issues: issues.getInitialState(),
    labels: labels.getInitialState(),
  },
  reducers: {
    issuesReceived(state, { payload }) {
      users.upsertMany(state.users, payload.users);
      issues.setAll(state.issues, payload.issues);
    },
    issueAdded(state, { payload }) {
      users.upsertMany(state.users, payload.users);
      issues.upsertMany(state.issues, payload.issues);
    },
    issueChanged: (state, { payload }) => void issues.updateOne(state.issues, payload),
    userChanged: (state, { payload }) => void users.updateOne(state.users, payload),
    labelReceived: (state, { payload }) => void labels.upsertOne(state.labels, payload),
  },
});

export const selectIssues = issues.getSelectors((state) => state.issues);
export const selectUsers = users.getSelectors((state) => state.users);

/** Issues with their authors in place: a memoized join. */
export const selectList = createSelector(
  [selectIssues.selectAll, selectUsers.selectEntities],
  (rows, byId) => rows.map((row) => ({ ...row, author: byId[row.author] })),
);
