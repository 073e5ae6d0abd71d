const wholeClient = { contender: 'tanstackQuery', most: 10_000 };

/** The stores of scenario P: which contender, and how it keeps its data. */
export const stored = [
  { id: 'limit', contender: 'limit', title: 'limit: changed rows, every 100 ms' },
  { id: 'streambed', contender: 'streambed', title: 'Streambed, persist' },
  { id: 'tanstackAsync', title: 'TanStack Query, async-storage persister', ...wholeClient },
  { id: 'tanstackSync', title: 'TanStack Query, sync-storage persister', ...wholeClient },
  { id: 'tanstackDocs', title: 'TanStack Query, persister of its docs', ...wholeClient },
  { id: 'tanstackPerQuery', title: 'TanStack Query, persister per query', ...wholeClient },
  { id: 'apollo', contender: 'apollo', title: 'Apollo, apollo3-cache-persist', most: 10_000 },
].map((store) => ({ cannot: {}, ...store }));
