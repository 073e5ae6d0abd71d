interface Stop {
  readonly id: string;
  readonly name: string;
  /** What the story answers. */
  readonly question: string;
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
        question: 'Does a detail page fetch what a list has brought?',
        shows: 'The list brings the entities, so opening a person makes no request.',
      },
      {
        id: 'reading-profiles--detail-alone',
        name: 'Detail alone',
        question: 'What if a page opens without its list?',
        shows: 'Without the list, the same component makes one request.',
      },
      {
        id: 'reading-sequential-requests--sequential',
        name: 'Sequential requests',
        question: 'How does a request use the result of another one?',
        shows: 'The second read takes its argument from the result of the first one.',
      },
      {
        id: 'reading-conditional-requests--conditional',
        name: 'Conditional requests',
        question: 'How do I read something only sometimes?',
        shows: 'With `null` in place of arguments, a hook makes no request and does not suspend.',
      },
      {
        id: 'reading-errors--server-error',
        name: 'Server error',
        question: 'Where do failed requests go?',
        shows: 'A failure reaches the nearest error boundary, and a retry shows the data.',
      },
      {
        id: 'reading-errors--not-found',
        name: 'Not found',
        question: 'What if the server does not have it?',
        shows: 'A person that the server does not have stays an error after a retry.',
      },
      {
        id: 'reading-typeahead--story',
        name: 'Typeahead',
        question: 'How do I search while the user types?',
        shows: 'Fast typing aborts requests that are no longer needed.',
      },
      {
        id: 'reading-render-as-you-fetch--story',
        name: 'Render as you fetch',
        question: 'How do I fetch before a page renders?',
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
        question: 'Does a list follow what is created and deleted?',
        shows: 'Creating, renaming and deleting change the list, which is fetched once.',
      },
      {
        id: 'lists-paginated-posts--paginated-posts',
        name: 'Paginated posts',
        question: 'How do I turn pages?',
        shows: 'Pages turn without a fallback, and a page that was shown needs no request.',
      },
      {
        id: 'lists-infinite-journal--story',
        name: 'Infinite journal',
        question: 'How do I scroll without an end?',
        shows: 'Pages load while you scroll, and new posts do not move what you read.',
      },
      {
        id: 'lists-filters-in-the-address--story',
        name: 'Filters in the address',
        question: 'How do I keep a filter in the address?',
        shows: 'The address is the argument of the list, so a filter can be shared.',
      },
      {
        id: 'lists-filters-in-the-address--back',
        name: 'Back to a filter',
        question: 'What does the Back button cost?',
        shows: 'A filter that was shown before comes back without a request.',
      },
      {
        id: 'lists-feed-by-string-attribute--feed-by-string-attribute',
        name: 'Feed by string attribute',
        question: 'Can a list have items of several types?',
        shows: 'One list holds several types: an attribute selects the class of each item.',
      },
      {
        id: 'lists-feed-by-function-attribute--feed-by-function-attribute',
        name: 'Feed by function attribute',
        question: 'Can a function choose the type?',
        shows: 'A function can select the class of each item, too.',
      },
      {
        id: 'lists-feed-with-unmapped-items--feed-with-unmapped-items',
        name: 'Feed with unmapped items',
        question: 'What about types that the page does not know?',
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
        question: 'How do I show a change before the response?',
        shows: 'Optimistic changes show at once, and are undone if the server refuses them.',
      },
      {
        id: 'changing-support-desk--story',
        name: 'Support desk',
        question: 'Do filters, orders and counts follow an edit?',
        shows: 'An edit moves a ticket between lists and counts, with one request and no refetch.',
      },
      {
        id: 'changing-form-with-field-errors--story',
        name: 'Form with field errors',
        question: 'How do I show what a server refuses?',
        shows: 'The errors of a refused form stand at their fields, and the form keeps its values.',
      },
      {
        id: 'changing-form-with-field-errors--refused',
        name: 'Refused',
        question: 'How does a refused form look?',
        shows: 'A report that only the server can refuse has its errors at the fields.',
      },
      {
        id: 'changing-upload-with-progress--story',
        name: 'Upload with progress',
        question: 'How do I send a file?',
        shows: 'An upload shows how much is sent, can be cancelled, and joins its list.',
      },
      {
        id: 'changing-log-in-and-out--story',
        name: 'Log in and out',
        question: 'How do I log in and out?',
        shows: 'The store is empty after a log-out, and after a session that has expired.',
      },
      {
        id: 'changing-log-in-and-out--next-person',
        name: 'The next person',
        question: 'Does the next user see the data of the last one?',
        shows: 'The same key has the notes of the person who is logged in.',
      },
    ],
  },
  {
    goal: 'Stay up to date',
    stops: [
      {
        id: 'staying-up-to-date-expiry-playground--expiry-playground',
        name: 'Expiry playground',
        question: 'When is data fetched again?',
        shows: 'A stream emits every change between invalid, valid and stale.',
      },
      {
        id: 'staying-up-to-date-river-gauges--story',
        name: 'River gauges',
        question: 'How do I use a WebSocket, and polling?',
        shows: 'One WebSocket serves all rows, which are up to date again after a lost connection.',
      },
      {
        id: 'staying-up-to-date-server-events--story',
        name: 'Server events',
        question: 'How do I use server-sent events?',
        shows: 'A stream that was cut goes on with the event after the last one.',
      },
    ],
  },
  {
    goal: 'Store data',
    stops: [
      {
        id: 'storing-data-that-survives-a-reload--story',
        name: 'Data that survives a reload',
        question: 'Does a reload have to fetch everything again?',
        shows: 'After a reload the page shows what it has stored, and sends no request.',
      },
      {
        id: 'storing-field-notebook--story',
        name: 'Field notebook',
        question: 'What becomes of changes without a network?',
        shows:
          'Changes made without a network survive a reload, and reach the server in their order.',
      },
    ],
  },
  {
    goal: 'Compose streams',
    stops: [
      {
        id: 'composing-streams-work-orders--story',
        name: 'Work orders',
        question: 'Does it keep up with 1,000 changes a second?',
        shows:
          'With 100,000 rows and 1,000 changes a second, a frame costs only what changed in it.',
      },
      {
        id: 'composing-streams-without-hooks--without-hooks',
        name: 'Without hooks',
        question: 'Does it work without React?',
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
        question: 'What is in the store?',
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
