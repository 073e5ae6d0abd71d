import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createElement as h } from 'react';
import { Provider } from 'react-redux';
import { listOfIssues } from '../apps/support/views.js';

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: location.origin }),
  endpoints: (build) => ({ getPage: build.query({ query: (page) => `/pages/${page}` }) }),
});
const List = listOfIssues(({ issues }) => issues);

function Page({ page }) {
  const { currentData } = api.useGetPageQuery(page);
  return currentData ? h(List, { issues: currentData }) : 'waiting';
}

export const contender = {
  open() {
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    });
    return { elementOf: (page) => h(Provider, { store }, h(Page, { page })) };
  },
};
