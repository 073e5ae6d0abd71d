import { configureStore } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';

export const contender = { open: () => new RtkQueryStore() };

/** The answer as it came, in the cache of an API slice; patches through the documented `updateQueryData` (Immer). */
class RtkQueryStore {
  api = createApi({
    baseQuery: fakeBaseQuery(),
    endpoints: (build) => ({ getIssues: build.query({ queryFn: () => ({ data: [] }) }) }),
  });
  store = configureStore({
    reducer: { [this.api.reducerPath]: this.api.reducer },
    middleware: (defaults) => defaults().concat(this.api.middleware),
    // Documented: the default waits for a frame or 10 ms, which would be all that is measured.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
  select = this.api.endpoints.getIssues.select();

  load(answer) {
    this.store.dispatch(
      this.api.util.upsertQueryEntries([
        { endpointName: 'getIssues', arg: undefined, value: answer },
      ]),
    );
  }

  hold() {
    this.watchList(() => {});
  }

  readList() {
    return this.select(this.store.getState()).data;
  }

  addIssue(issue) {
    this.store.dispatch(
      this.api.util.updateQueryData('getIssues', undefined, (issues) => void issues.push(issue)),
    );
  }

  patchIssue(id, change) {
    this.store.dispatch(
      this.api.util.updateQueryData('getIssues', undefined, (issues) => {
        Object.assign(
          issues.find((issue) => issue.id === id),
          change,
        );
      }),
    );
  }

  patchUser(id, change) {
    this.store.dispatch(
      this.api.util.updateQueryData('getIssues', undefined, (issues) => {
        for (const { author } of issues) if (author.id === id) Object.assign(author, change);
      }),
    );
  }

  watchList(callback) {
    let last = this.readList();
    return this.store.subscribe(() => {
      const next = this.readList();
      if (next === last) return;
      last = next;
      callback(next);
    });
  }

  flush() {
    return Promise.resolve();
  }

  close() {
    this.store.dispatch(this.api.util.resetApiState());
  }
}
