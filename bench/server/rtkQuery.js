import { configureStore } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import { createElement as h } from 'react';
import { Provider } from 'react-redux';
import { listOfIssues } from '../apps/support/views.js';
import { renderWithState, responseOf } from './support/renderPage.js';

const api = createApi({
  baseQuery: fakeBaseQuery(),
  endpoints: (build) => ({
    getIssues: build.query({
      queryFn: async (_, { extra }) => ({ data: await responseOf(extra.text).json() }),
    }),
  }),
});
const List = listOfIssues(() => api.useGetIssuesQuery().data);

export const contender = {
  async renderPage(text) {
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) =>
        defaults({ thunk: { extraArgument: { text } } }).concat(api.middleware),
    });
    await store.dispatch(api.endpoints.getIssues.initiate());
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    return renderWithState(h(Provider, { store }, h(List)), store.getState());
  },
};
