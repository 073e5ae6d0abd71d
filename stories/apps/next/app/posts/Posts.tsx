'use client';

import { useLoading, useStore, useSuspense } from 'streambed/react';
import { getPosts } from '../data';
import { messageOf } from '../messageOf';

export function Posts() {
  const store = useStore();
  const { results, nextPage } = useSuspense(getPosts);
  const [loadMore, loading, error] = useLoading(
    () => store.fetch(getPosts.getPage, { page: nextPage }),
    [store, nextPage],
  );
  return (
    <>
      <ol className="rows" aria-label="Posts">
        {results.map((post) => (
          <li key={post.id}>
            <div className="grow">
              <strong>{post.title}</strong>
              <p className="note">{post.content}</p>
            </div>
          </li>
        ))}
      </ol>
      {error && <p role="alert">{messageOf(error)}</p>}
      {nextPage ? (
        <button disabled={loading} onClick={() => void loadMore()}>
          More posts
        </button>
      ) : (
        <p className="note">All {results.length} posts</p>
      )}
    </>
  );
}
