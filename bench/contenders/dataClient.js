import { Controller, createReducer, initialState } from '@data-client/core';
import {
  allIssues,
  getIssue,
  getIssueList,
  getIssues,
  getUser,
  openIssues,
} from './support/dataClientModel.js';

export const contender = { open: (options) => new DataClientStore(options) };

/** The reducer and controller of `core`, in the smallest store that runs them; watchers look as its hooks do: after every action. */
class DataClientStore {
  state = initialState;
  listeners = new Set();
  controller = new Controller({
    dispatch: (action) => {
      this.state = this.reducer(this.state, action);
      for (const listener of this.listeners) listener();
      return DONE;
    },
    getState: () => this.state,
  });
  reducer = createReducer(this.controller);

  constructor({ grows = false } = {}) {
    this.list = grows ? getIssueList : getIssues;
  }

  load(answer) {
    void this.controller.setResponse(this.list, answer);
  }

  hold() {}

  readList() {
    return this.read(this.list);
  }

  addIssue(issue) {
    void this.controller.setResponse(this.list.push, issue, issue);
  }

  putIssue(issue) {
    void this.controller.setResponse(getIssue, { id: issue.id }, issue);
  }

  openAll() {
    return { read: () => this.read(allIssues) };
  }

  read(endpoint, ...args) {
    return this.controller.getResponse(endpoint, ...args, this.state).data;
  }

  patchIssue(id, change) {
    void this.controller.setResponse(getIssue, { id }, { id, ...change });
  }

  patchUser(id, change) {
    void this.controller.setResponse(getUser, { id }, { id, ...change });
  }

  watchIssue(id, callback) {
    return this.watch(callback, getIssue, { id });
  }

  watchList(callback) {
    return this.watch(callback, this.list);
  }

  watch(callback, endpoint, ...args) {
    let last = this.read(endpoint, ...args);
    const listener = () => {
      const next = this.read(endpoint, ...args);
      if (next === last) return;
      last = next;
      callback(next);
    };
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  openView() {
    return { read: () => this.read(openIssues), close() {} };
  }

  close() {}
}

const DONE = Promise.resolve();
