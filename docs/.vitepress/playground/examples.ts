/** The text of the files, by path. */
const codes = import.meta.glob<string>('./examples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Example {
  /** Part of the address: `/playground/#expiry`. */
  readonly id: string;
  readonly title: string;
  /** What to look at. */
  readonly about: string;
  readonly code: string;
}

export const examples: readonly Example[] = [
  {
    id: 'first-stream',
    title: 'First stream',
    about: 'Two subscribers share one request. The stream goes from invalid to valid.',
    code: codes['./examples/firstStream.ts'],
  },
  {
    id: 'shared-entities',
    title: 'Entities shared by two endpoints',
    about:
      'The list contains the profile, so the second key needs no request. One write changes both streams.',
    code: codes['./examples/sharedEntities.ts'],
  },
  {
    id: 'list-of-all',
    title: 'A list with create and delete',
    about: 'schema.All follows both mutations. GET /users is sent once.',
    code: codes['./examples/listOfAll.ts'],
  },
  {
    id: 'optimistic',
    title: 'Optimistic mutation',
    about:
      'The stream shows the prediction before the server responds. Run it again and press “Fail the next request” after the first response.',
    code: codes['./examples/optimistic.ts'],
  },
  {
    id: 'expiry',
    title: 'Expiry',
    about: 'The status goes from valid to stale without a request. The next subscriber refetches.',
    code: codes['./examples/expiry.ts'],
  },
  {
    id: 'derived-view',
    title: 'Derived view',
    about: 'Change set operators filter, count and sort. One commit with two writes emits once.',
    code: codes['./examples/derivedView.ts'],
  },
  {
    id: 'use-suspense',
    title: 'React: useSuspense',
    about:
      'The component suspends until the first response. Adding a user renders it once more, without a refetch.',
    code: codes['./examples/useSuspense.tsx'],
  },
  {
    id: 'pages',
    title: 'React: a list in pages',
    about: 'useInfinite shows the pages as one list. Each page is one request.',
    code: codes['./examples/pages.tsx'],
  },
  {
    id: 'form',
    title: 'React: a form that the server refuses',
    about:
      'The server sends 422 with a message per field. A sighting that it takes joins the list without a refetch.',
    code: codes['./examples/form.tsx'],
  },
  {
    id: 'live',
    title: 'React: live data and a view',
    about:
      'Each value of a live source is a response. The view of the highest level renders only when that changes.',
    code: codes['./examples/live.tsx'],
  },
];
