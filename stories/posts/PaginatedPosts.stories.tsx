import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, useTransition, type ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { getPosts } from '../resources/getPosts.ts';
import { Card } from '../ui/Card.tsx';

const description =
  'The response is an object: `results` holds entities, `nextPage` and `lastPage` stay plain ' +
  'strings. Pages turn in a transition, so the old page stays until the next one has loaded.';

function Posts(): ReactElement {
  const [page, setPage] = useState('1');
  const [turning, startTransition] = useTransition();
  const { results, nextPage, lastPage } = useSuspense(getPosts, { page });
  const turnTo = (next: string): void => startTransition(() => setPage(next));

  return (
    <Card title="Posts" aside={<span aria-live="polite">{`Page ${page} of ${lastPage}`}</span>}>
      <ol className={turning ? 'list dimmed' : 'list'} aria-label="Posts" aria-busy={turning}>
        {results.map((post) => (
          <li key={post.pk()}>
            <div className="list-text">
              <div className="list-title">{post.title}</div>
              <p className="note">{post.content}</p>
            </div>
            <span className="tag">{post.pk()}</span>
          </li>
        ))}
      </ol>
      <nav className="pager" aria-label="Pages">
        <button
          type="button"
          className="button"
          disabled={page === '1' || turning}
          onClick={() => turnTo(`${Number(page) - 1}`)}
        >
          Previous
        </button>
        <button
          type="button"
          className="button"
          disabled={nextPage === '' || turning}
          onClick={() => turnTo(nextPage)}
        >
          Next
        </button>
      </nav>
    </Card>
  );
}

const meta: Meta<typeof Posts> = {
  title: 'Lists/Paginated posts',
  component: Posts,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const PaginatedPosts: StoryObj<typeof meta> = { name: 'Paginated posts' };
