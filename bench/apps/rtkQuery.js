import { configureStore } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import { createElement as h } from 'react';
import { Provider } from 'react-redux';
import { listOfIssues } from './support/views.js';

/** The list as it came in one cache entry; rows by props. */
export const contender = {
  open(answer) {
    const noRequest = { queryFn: () => ({ data: null }) };
    const api = createApi({
      baseQuery: fakeBaseQuery(),
      endpoints: (build) => ({
        getIssues: build.query(noRequest),
        getLabel: build.query(noRequest),
      }),
    });
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    });
    const put = (endpointName, arg, value) =>
      store.dispatch(api.util.upsertQueryEntries([{ endpointName, arg, value }]));
    put('getIssues', undefined, answer);
    const change = (recipe) =>
      store.dispatch(api.util.updateQueryData('getIssues', undefined, recipe));
    return {
      element: h(Provider, { store }, h(listOfIssues(() => api.useGetIssuesQuery().data))),
      patchIssue: (id, fields) =>
        change(
          (issues) =>
            void Object.assign(
              issues.find((issue) => issue.id === id),
              fields,
            ),
        ),
      patchUser: (id, fields) =>
        change((issues) => {
          for (const { author } of issues) if (author.id === id) Object.assign(author, fields);
        }),
      writeOther: (label) => put('getLabel', label.id, label),
      close: () => store.dispatch(api.util.resetApiState()),
    };
  },
};
