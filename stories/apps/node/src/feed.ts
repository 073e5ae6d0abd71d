import type { Store } from 'streambed';
import { getFeed } from './data.ts';

/** One list of several types. */
export async function showFeed(store: Store) {
  console.log('Feed');
  for (const item of await store.fetch(getFeed)) {
    switch (item.type) {
      case 'link':
        console.log(`  link ${item.url}`);
        break;
      case 'post':
        console.log(`  post ${item.content}`);
        break;
      default:
        console.log('  an item of a type that this program does not know');
    }
  }
}
