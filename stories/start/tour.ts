interface Stop {
  readonly id: string;
  readonly name: string;
  /** What the story proves, in one sentence. */
  readonly shows: string;
}

/** All stories, in the order in which a newcomer looks at them. */
export const tour: readonly { readonly goal: string; readonly stops: readonly Stop[] }[] = [
  {
    goal: 'Read data',
    stops: [
      {
        id: 'reading-profiles--list-and-detail',
        name: 'List and detail',
        shows: 'The list brings the entities, so opening a person makes no request.',
      },
      {
        id: 'reading-profiles--detail-alone',
        name: 'Detail alone',
        shows: 'Without the list, the same component makes one request.',
      },
      {
        id: 'reading-sequential-requests--sequential',
        name: 'Sequential requests',
        shows: 'The second read takes its argument from the result of the first one.',
      },
      {
        id: 'reading-conditional-requests--conditional',
        name: 'Conditional requests',
        shows: 'With `null` in place of arguments, a hook makes no request and does not suspend.',
      },
      {
        id: 'reading-errors--server-error',
        name: 'Server error',
        shows: 'A failure reaches the nearest error boundary, and a retry shows the data.',
      },
      {
        id: 'reading-errors--not-found',
        name: 'Not found',
        shows: 'A person that the server does not have stays an error after a retry.',
      },
      {
        id: 'reading-typeahead--story',
        name: 'Typeahead',
        shows: 'Fast typing aborts requests that are no longer needed.',
      },
      {
        id: 'reading-render-as-you-fetch--story',
        name: 'Render as you fetch',
        shows: 'A page joins the request that started when the pointer was over its button.',
      },
    ],
  },
  {
    goal: 'Show lists',
    stops: [
      {
        id: 'lists-users-list--users-list',
        name: 'Users list',
        shows: 'Creating, renaming and deleting change the list, which is fetched once.',
      },
      {
        id: 'lists-paginated-posts--paginated-posts',
        name: 'Paginated posts',
        shows: 'Pages turn without a fallback, and a page that was shown needs no request.',
      },
      {
        id: 'lists-infinite-journal--story',
        name: 'Infinite journal',
        shows: 'Pages load while you scroll, and new posts do not move what you read.',
      },
      {
        id: 'lists-feed-by-string-attribute--feed-by-string-attribute',
        name: 'Feed by string attribute',
        shows: 'One list holds several types: an attribute selects the class of each item.',
      },
      {
        id: 'lists-feed-by-function-attribute--feed-by-function-attribute',
        name: 'Feed by function attribute',
        shows: 'A function can select the class of each item, too.',
      },
      {
        id: 'lists-feed-with-unmapped-items--feed-with-unmapped-items',
        name: 'Feed with unmapped items',
        shows: 'Items of unknown types stay in the list, at their positions.',
      },
    ],
  },
  {
    goal: 'Change data',
    stops: [
      {
        id: 'changing-todos--todos',
        name: 'Todos',
        shows: 'Optimistic changes show at once, and are undone if the server refuses them.',
      },
      {
        id: 'changing-support-desk--story',
        name: 'Support desk',
        shows: 'An edit moves a ticket between lists and counts, with one request and no refetch.',
      },
    ],
  },
  {
    goal: 'Stay up to date',
    stops: [
      {
        id: 'staying-up-to-date-expiry-playground--expiry-playground',
        name: 'Expiry playground',
        shows: 'A stream emits every change between invalid, valid and stale.',
      },
      {
        id: 'staying-up-to-date-river-gauges--story',
        name: 'River gauges',
        shows: 'One WebSocket serves all rows, which are up to date again after a lost connection.',
      },
    ],
  },
  {
    goal: 'Compose streams',
    stops: [
      {
        id: 'composing-streams-work-orders--story',
        name: 'Work orders',
        shows:
          'With 100,000 rows and 1,000 changes a second, a frame costs only what changed in it.',
      },
      {
        id: 'composing-streams-without-hooks--without-hooks',
        name: 'Without hooks',
        shows: 'RxJS and the DOM are enough: no hook reads data.',
      },
    ],
  },
  {
    goal: 'See it work',
    stops: [
      {
        id: 'devtools-river-survey--story',
        name: 'River survey',
        shows: 'Devtools list, edit and bring back the 100,000 entities that a picture is made of.',
      },
    ],
  },
];

/** What the story with this id proves; the start page proves nothing. */
export function proofOf(id: string): string | undefined {
  for (const { stops } of tour) {
    const stop = stops.find((candidate) => candidate.id === id);
    if (stop) return stop.shows;
  }
  return undefined;
}
