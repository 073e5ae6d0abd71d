import { AsyncBoundary } from 'streambed/react';
import { DirectoryPage } from './directory/DirectoryPage';
import { Failure } from './Failure';
import { FeedPage } from './feed/FeedPage';
import { Navigation } from './Navigation';
import { PeoplePage } from './people/PeoplePage';
import { PersonPage } from './people/PersonPage';
import { PostsPage } from './posts/PostsPage';
import { RainPage } from './rain/RainPage';
import { useHash } from './useHash';

export function App() {
  const path = useHash();
  return (
    <>
      <Navigation path={path} />
      <main>
        {/* The key: an error on one page must not stay when the user opens another one. */}
        <AsyncBoundary
          key={path}
          fallback={<p className="loading">Loading …</p>}
          errorComponent={Failure}
        >
          <Page path={path} />
        </AsyncBoundary>
      </main>
    </>
  );
}

function Page({ path }: { path: string }) {
  const [, name, id] = path.split('/');
  switch (name) {
    case 'people':
      return id ? <PersonPage id={id} /> : <PeoplePage />;
    case 'directory':
      return <DirectoryPage />;
    case 'posts':
      return <PostsPage />;
    case 'feed':
      return <FeedPage />;
    case 'rain':
      return <RainPage />;
    default:
      return <p>There is no page {path}.</p>;
  }
}
