import { createStore, Entity, RestEndpoint, schema } from 'streambed';
import {
  AsyncBoundary,
  StoreProvider,
  useInfinite,
} from 'streambed/react';

class Post extends Entity {
  id = '';
  title = '';
  static key = 'Post';
}

// The server sends { results: […], nextPage: '2' }.
const getPosts = new RestEndpoint({
  path: '/post',
  searchParams: {} as { page?: string },
  schema: {
    results: new schema.Collection([Post]),
    nextPage: '',
  },
  pages: {
    next: ({ nextPage }) => (nextPage ? { page: nextPage } : null),
  },
});

function Posts() {
  const { items, hasNext, fetchingNext, fetchNext, error } =
    useInfinite(getPosts);
  return (
    <>
      <p>{items.length} posts</p>
      <ul>
        {items.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {error && <p role="alert">{error.message}</p>}
      {hasNext && (
        <button
          disabled={fetchingNext}
          onClick={() => void fetchNext()}
        >
          {fetchingNext ? 'Loading …' : 'More posts'}
        </button>
      )}
    </>
  );
}

const store = createStore();

export default function App() {
  return (
    <StoreProvider store={store}>
      <AsyncBoundary fallback={<p>Loading …</p>}>
        <Posts />
      </AsyncBoundary>
    </StoreProvider>
  );
}
