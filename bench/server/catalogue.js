/** The servers of scenario N: which contender, and how its page reads its rows. */
export const servers = [
  { id: 'limit', contender: 'limit', title: 'limit: rows as they came' },
  { id: 'streambed', contender: 'streambed', title: 'Streambed, rows by props' },
  { id: 'streambedRows', contender: 'streambed', title: 'Streambed, hook per row' },
  { id: 'dataClient', contender: 'dataClient', title: 'data-client' },
  { id: 'tanstackQuery', contender: 'tanstackQuery', title: 'TanStack Query' },
  {
    id: 'tanstackDb',
    contender: 'tanstackDb',
    title: 'TanStack DB',
    cannot: { N: 'has no state for pages' },
  },
  { id: 'swr', contender: 'swr', title: 'SWR, fallback' },
  { id: 'apollo', contender: 'apollo', title: 'Apollo, prerenderStatic' },
  { id: 'rtkQuery', contender: 'rtkQuery', title: 'RTK Query' },
].map((server) => ({ cannot: {}, ...server }));
