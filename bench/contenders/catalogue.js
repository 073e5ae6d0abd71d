/**
 * Who takes part: the file in this folder that adapts it, the packages whose versions the report names, and what it cannot do, by the
 * beginning of the scenario's name. `normalizes`: stores an entity once, however often it is answered. The order is that of the report.
 */
export const contenders = [
  {
    id: 'limit',
    title: 'limit (hand-written)',
    packages: [],
    cannot: { H: 'nothing to import' },
  },
  {
    id: 'streambed',
    title: 'Streambed',
    packages: [],
    cannot: {},
  },
  {
    id: 'dataClient',
    normalizes: true,
    title: 'data-client',
    packages: ['@data-client/core', '@data-client/react', '@data-client/rest'],
    cannot: { F3: 'no change sets' },
  },
  {
    id: 'tanstackQuery',
    title: 'TanStack Query, list as is',
    packages: [
      '@tanstack/react-query',
      '@tanstack/query-persist-client-core',
      '@tanstack/query-async-storage-persister',
      '@tanstack/query-sync-storage-persister',
      'idb-keyval',
    ],
    cannot: {
      D: 'n selections from one list are quadratic: see entry per entity',
      F3: 'no change sets',
      K2: 'no list of all rows of a kind',
      G3: 'see entry per entity',
      G4: 'see entry per entity',
    },
  },
  {
    id: 'tanstackQueryRows',
    title: 'TanStack Query, entry per entity',
    packages: ['@tanstack/react-query'],
    cannot: {
      A4: 'the list is another copy: see list as is',
      B: 'the list is another copy: see list as is',
      C2: 'the list is another copy: see list as is',
      F: 'the list is another copy: see list as is',
      H: 'same imports as list as is',
      I: 'the list is another copy: see list as is',
      K: 'the list is another copy: see list as is',
    },
  },
  {
    id: 'tanstackDb',
    normalizes: true,
    title: 'TanStack DB',
    packages: ['@tanstack/db', '@tanstack/react-db'],
    cannot: {},
  },
  {
    id: 'swr',
    title: 'SWR',
    packages: ['swr'],
    cannot: Object.fromEntries(
      ['A', 'B', 'C', 'D', 'F', 'G', 'I', 'K'].map((id) => [
        id,
        'reads and watches inside of React only',
      ]),
    ),
  },
  {
    id: 'apollo',
    normalizes: true,
    title: 'Apollo Client',
    packages: ['@apollo/client', 'graphql', 'apollo3-cache-persist'],
    cannot: { F: 'filters and sorts on the server', K2: 'no list of all rows of a kind' },
  },
  {
    id: 'rtkQuery',
    title: 'RTK Query, list as is',
    packages: ['@reduxjs/toolkit'],
    cannot: {
      D: 'n selections from one list are quadratic: see RTK entity adapter',
      F: 'see RTK entity adapter',
      K2: 'no list of all rows of a kind',
      G3: 'see RTK entity adapter',
      G4: 'see RTK entity adapter',
    },
  },
  {
    id: 'rtkEntities',
    normalizes: true,
    title: 'RTK entity adapter + normalizr',
    packages: ['@reduxjs/toolkit', 'react-redux', 'normalizr'],
    cannot: { F3: 'no change sets', H: 'fetches nothing' },
  },
  {
    id: 'normalizr',
    normalizes: true,
    title: 'normalizr + spread',
    packages: ['normalizr'],
    cannot: {
      D: 'no subscriptions',
      F: 'no views',
      K2: 'no list of all rows of a kind',
      G3: 'no subscriptions',
      G4: 'no subscriptions',
      H: 'fetches nothing',
    },
  },
  {
    id: 'rxjs',
    title: 'plain RxJS',
    packages: ['rxjs'],
    cannot: { F3: 'no change sets', H: 'fetches nothing', K2: 'no list of all rows of a kind' },
  },
];
