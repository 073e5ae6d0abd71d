import { Controller, createReducer, initialState } from '@data-client/core';
import { getIssue, getIssues, getUser, openIssues } from './support/dataClientModel.js';

export const contender = { open: () => new DataClientStore() };

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

  load(answer) {
    void this.controller.setResponse(getIssues, answer);
  }

  hold() {}

  readList() {
    return this.read(getIssues);
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
    return this.watch(callback, getIssues);
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
