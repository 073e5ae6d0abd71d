import { createElement as h } from 'react';
import { createStore, Entity, Invalidate, resource } from 'streambed';
import { StoreProvider, useInfinite } from 'streambed/react';

class Post extends Entity {
  id = '';
  title = '';
  static key = 'Post';
}

const { getList } = resource({ path: '/posts/:id', schema: Post });
const getPosts = getList.extend({
  schema: { results: getList.schema, next: '' },
  pages: { next: ({ next }) => ({ cursor: next }) },
});

export function List({ Row, show }) {
  const { items, fetchNext, refetch } = useInfinite(getPosts);
  show({ items, fetchNext, refetch });
  return items.map((post) => h(Row, { key: post.id, post }));
}

export function open(send) {
  const store = createStore({ fetch: send });
  return {
    within: (children) => h(StoreProvider, { store }, children),
    rename: (post) => store.set(Post, post),
    create: (post) => store.setResponse(getPosts.unshift, post, post),
    remove: (post) => store.set(new Invalidate(Post), post.id),
    close: () => store.dispose(),
  };
}
