import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createElement as h } from 'react';
import { Provider } from 'react-redux';

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/' }),
  endpoints: (build) => ({ getIssues: build.query({ query: () => 'issues' }) }),
});

const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (defaults) => defaults().concat(api.middleware),
});

function List() {
  const { data = [] } = api.useGetIssuesQuery();
  return h(
    'ul',
    null,
    data.map(({ id, title }) => h('li', { key: id }, title)),
  );
}

export const app = h(Provider, { store }, h(List));
