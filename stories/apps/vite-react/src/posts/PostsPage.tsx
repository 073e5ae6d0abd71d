import { useInfinite } from 'streambed/react';
import { messageOf } from '../messageOf';
import { getPosts } from './Post';
import { useOnScreen } from './useOnScreen';

export function PostsPage() {
  const { items, hasNext, fetchingNext, fetchNext, error } = useInfinite(getPosts);
  const end = useOnScreen<HTMLDivElement>(() => {
    if (!error) void fetchNext();
  });
  return (
    <>
      <h1>Posts</h1>
      <ol className="rows" aria-label="Posts">
        {items.map((post) => (
          <li key={post.id}>
            <div className="grow">
              <strong>{post.title}</strong>
              <p className="note">{post.content}</p>
            </div>
          </li>
        ))}
      </ol>
      {hasNext ? (
        <div ref={end} className="end">
          {error && <p role="alert">{messageOf(error)}</p>}
          <button disabled={fetchingNext} onClick={() => void fetchNext()}>
            {fetchingNext ? 'Loading …' : 'More posts'}
          </button>
        </div>
      ) : (
        <p className="end">All {items.length} posts</p>
      )}
    </>
  );
}
