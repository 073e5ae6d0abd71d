import { Entity, RestEndpoint, schema } from 'streambed';
import { applyMessages, webSocketSource } from 'streambed/live';
import { apiUrl } from '../ui/apiUrl.ts';

/** A post of the journal. */
export class JournalPost extends Entity {
  id = 0;
  title = '';
  place = '';
  static override key = 'JournalPost';
}

/** The journal, the newest posts first. Each page names the last post that it has. */
export const getJournal = new RestEndpoint({
  path: '/journal',
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- it types the parameters
  searchParams: {} as { after?: string },
  schema: { results: new schema.Collection([JournalPost]), next: '' },
  pages: { next: ({ next }) => ({ after: next }) },
});

/** Makes the server write a post; the socket brings it. */
export const writePost = new RestEndpoint({ path: '/journal', method: 'POST', body: undefined });

/** New posts. */
const journalSource = webSocketSource<{ readonly id: number }>({
  url: () => `${apiUrl().replace(/^http/, 'ws')}/journal`,
  maxDelay: 1_000,
});

/** Adds the posts that the socket brings at the start of the list. */
export const followJournal = applyMessages(journalSource, (store, post) =>
  store.setResponse(getJournal.unshift, post, post),
);
