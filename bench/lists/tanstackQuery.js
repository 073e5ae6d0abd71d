import { QueryClient, QueryClientProvider, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createElement as h, useMemo } from 'react';

const postsOptions = (send) => ({
  queryKey: ['posts'],
  queryFn: async ({ pageParam }) =>
    (await send(pageParam ? `/posts?cursor=${pageParam}` : '/posts')).json(),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next || undefined,
  staleTime: 60_000,
});

export function List({ Row, send, show }) {
  const { data, fetchNextPage, refetch } = useSuspenseInfiniteQuery(postsOptions(send));
  const items = useMemo(() => data.pages.flatMap(({ results }) => results), [data]);
  // Without the option, a second call sends a second request.
  const fetchNext = () => void fetchNextPage({ cancelRefetch: false });
  show({ items, fetchNext, refetch });
  return items.map((post) => h(Row, { key: post.id, post }));
}

export function open() {
  const client = new QueryClient();
  const change = (changePage) =>
    client.setQueryData(['posts'], (data) => ({ ...data, pages: data.pages.map(changePage) }));
  const changeResults = (changed) =>
    change((page, index) => ({ ...page, results: changed(page.results, index) }));
  return {
    within: (children) => h(QueryClientProvider, { client }, children),
    rename: (post) =>
      changeResults((posts) => posts.map((each) => (each.id === post.id ? post : each))),
    create: (post) => changeResults((posts, index) => (index === 0 ? [post, ...posts] : posts)),
    remove: ({ id }) => changeResults((posts) => posts.filter((each) => each.id !== id)),
    close: () => client.clear(),
  };
}
