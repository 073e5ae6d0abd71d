import { useStream } from 'streambed/react';
import { peopleCount$ } from './people/peopleCount';

const pages = ['people', 'directory', 'posts', 'feed', 'rain'];

export function Navigation({ path }: { path: string }) {
  const count = useStream(peopleCount$);
  return (
    <header>
      <strong>Riverside</strong>
      <nav aria-label="Pages">
        {pages.map((page) => (
          <a
            key={page}
            href={`#/${page}`}
            aria-current={path.split('/')[1] === page ? 'page' : undefined}
          >
            {page}
            {page === 'people' && count > 0 && <span className="count">{count}</span>}
          </a>
        ))}
      </nav>
    </header>
  );
}
