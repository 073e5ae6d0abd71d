import { useLoading, useStore, useSuspense } from 'streambed/react';
import { messageOf } from '../messageOf';
import { getPosts } from './Post';
import { useOnScreen } from './useOnScreen';

export function PostsPage() {
  const store = useStore();
  const { results, nextPage } = useSuspense(getPosts);
  const [loadMore, loading, error] = useLoading(
    () => store.fetch(getPosts.getPage, { page: nextPage }),
    [store, nextPage],
  );
  const end = useOnScreen<HTMLDivElement>(() => {
    if (!loading && !error) void loadMore();
  });
  return (
    <>
      <h1>Posts</h1>
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
      {nextPage ? (
        <div ref={end} className="end">
          {error && <p role="alert">{messageOf(error)}</p>}
          <button disabled={loading} onClick={() => void loadMore()}>
            {loading ? 'Loading …' : 'More posts'}
          </button>
        </div>
      ) : (
        <p className="end">All {results.length} posts</p>
      )}
    </>
  );
}
