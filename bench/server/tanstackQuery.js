import {
  dehydrate,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createElement as h } from 'react';
import { listOfIssues } from '../apps/support/views.js';
import { renderWithState, responseOf } from './support/renderPage.js';

const noRequest = () => Promise.reject(new Error('nothing is fetched here'));
const List = listOfIssues(
  () => useSuspenseQuery({ queryKey: ['issues'], queryFn: noRequest }).data,
);

/** Prefetched into a client of the request, whose state the page's own client takes. */
export const contender = {
  async renderPage(text) {
    const client = freshClient();
    await client.prefetchQuery({
      queryKey: ['issues'],
      queryFn: () => responseOf(text).json(),
    });
    const state = dehydrate(client);
    const boundary = h(HydrationBoundary, { state }, h(List));
    const page = await renderWithState(
      h(QueryClientProvider, { client: freshClient() }, boundary),
      state,
    );
    client.clear();
    return page;
  },
};

function freshClient() {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
}
