import { configureStore } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';

export const contender = {
  open(fetchIssue) {
    const api = createApi({
      baseQuery: fakeBaseQuery(),
      tagTypes: ['Issue'],
      endpoints: (build) => ({
        getIssue: build.query({
          queryFn: async (id) => ({ data: await fetchIssue(id) }),
          providesTags: ['Issue'],
        }),
      }),
    });
    const watchers = new Map();
    // One look at each action: a selector per key would look at all keys after each of them.
    const watching = () => (next) => (action) => {
      const result = next(action);
      if (api.endpoints.getIssue.matchFulfilled(action)) {
        watchers.get(action.meta.arg.originalArgs)?.(action.payload);
      }
      return result;
    };
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware, watching),
    });
    return {
      load(issues) {
        const entries = issues.map((value) => ({ endpointName: 'getIssue', arg: value.id, value }));
        store.dispatch(api.util.upsertQueryEntries(entries));
      },
      watch(id, notify) {
        watchers.set(id, notify);
        void store.dispatch(api.endpoints.getIssue.initiate(id));
      },
      refetchAll: () => store.dispatch(api.util.invalidateTags(['Issue'])),
      close: () => store.dispatch(api.util.resetApiState()),
    };
  },
};
