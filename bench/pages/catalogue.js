/** The apps of scenario J: which contender, and how it waits for its data. */
export const pages = [
  { id: 'limit', contender: 'limit', title: 'limit: fetch in an effect' },
  { id: 'streambed', contender: 'streambed', title: 'Streambed, useSuspense' },
  { id: 'dataClient', contender: 'dataClient', title: 'data-client, useSuspense' },
  { id: 'tanstackQuery', contender: 'tanstackQuery', title: 'TanStack Query, useSuspenseQuery' },
  { id: 'swr', contender: 'swr', title: 'SWR, suspense' },
  { id: 'apollo', contender: 'apollo', title: 'Apollo, useSuspenseQuery' },
  { id: 'rtkQuery', contender: 'rtkQuery', title: 'RTK Query, no Suspense' },
].map((page) => ({ cannot: {}, ...page }));
