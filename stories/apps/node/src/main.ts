import { createStore, NetworkError } from 'streambed';
import { urlPrefix } from './data.ts';
import { showDirectory } from './directory.ts';
import { showErrors } from './errors.ts';
import { showFeed } from './feed.ts';
import { showPeople } from './people.ts';
import { showPosts } from './posts.ts';
import { showRain } from './rain.ts';

const store = createStore();
try {
  for (const show of [showPeople, showPosts, showFeed, showDirectory, showErrors, showRain]) {
    await show(store);
  }
} catch (error) {
  const isAway = error instanceof NetworkError && error.status === 0;
  console.error(isAway ? `No API responds at ${urlPrefix}. Is it started?` : error);
  process.exitCode = 1;
} finally {
  // Without this, the timers of the store keep the program running.
  store.dispose();
}
