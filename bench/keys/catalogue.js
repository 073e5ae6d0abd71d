const inReact = 'keys are fetched again by its hooks, in React only';

/** The stores of scenario M: which contender; what subscribes to keys outside of React, and fetches them again, takes part. */
export const keyStores = [
  { id: 'limit', contender: 'limit', title: 'limit (hand-written)' },
  { id: 'streambed', contender: 'streambed', title: 'Streambed, expireAll' },
  {
    id: 'dataClient',
    contender: 'dataClient',
    title: 'data-client',
    cannot: { M: inReact },
  },
  {
    id: 'tanstackQuery',
    contender: 'tanstackQuery',
    title: 'TanStack Query, invalidateQueries',
  },
  {
    id: 'tanstackDb',
    contender: 'tanstackDb',
    title: 'TanStack DB',
    cannot: { M: 'one request per collection' },
  },
  { id: 'swr', contender: 'swr', title: 'SWR', cannot: { M: inReact } },
  { id: 'apollo', contender: 'apollo', title: 'Apollo, refetchQueries', most: 1_000 },
  { id: 'rtkQuery', contender: 'rtkQuery', title: 'RTK Query, invalidateTags', most: 1_000 },
].map((store) => ({ cannot: {}, ...store }));
