import type { Store } from 'streambed';
import { getPosts } from './data.ts';

/** Adds page after page to one list, until the server has no more. */
export async function showPosts(store: Store) {
  console.log('Posts');
  let { results, nextPage } = await store.fetch(getPosts);
  while (nextPage) {
    console.log(`  ${results.length}, next page ${nextPage}`);
    ({ results, nextPage } = await store.fetch(getPosts.getPage, { page: nextPage }));
  }
  console.log(`  ${results.length}, the last is "${results.at(-1)?.title}"`);
}
