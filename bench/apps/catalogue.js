/**
 * The apps of scenario E: which contender, and how it is used. Rows with a hook each, or one hook in the list and rows by props; where
 * a contender recommends one of them, only that one.
 */
export const apps = [
  { id: 'limit', contender: 'limit', title: 'limit, hook per row' },
  { id: 'streambed', contender: 'streambed', title: 'Streambed, hook per row' },
  { id: 'streambedProps', contender: 'streambed', title: 'Streambed, rows by props' },
  {
    id: 'dataClient',
    contender: 'dataClient',
    title: 'data-client, hook per row',
    onlyInE: true,
  },
  { id: 'dataClientProps', contender: 'dataClient', title: 'data-client, rows by props' },
  { id: 'tanstackQuery', contender: 'tanstackQuery', title: 'TanStack Query, list, by props' },
  {
    id: 'tanstackQueryRows',
    contender: 'tanstackQueryRows',
    title: 'TanStack Query, query per row',
  },
  { id: 'tanstackDb', contender: 'tanstackDb', title: 'TanStack DB, hook per row', onlyInE: true },
  { id: 'tanstackDbProps', contender: 'tanstackDb', title: 'TanStack DB, rows by props' },
  { id: 'swr', contender: 'swr', title: 'SWR, entry per row' },
  { id: 'apollo', contender: 'apollo', title: 'Apollo, useFragment per row' },
  { id: 'rtkQuery', contender: 'rtkQuery', title: 'RTK Query, rows by props' },
  { id: 'rtkEntities', contender: 'rtkEntities', title: 'RTK entities, useSelector per row' },
  { id: 'rxjs', contender: 'rxjs', title: 'plain RxJS, hook per row', onlyInE: true },
].map((app) => ({ cannot: {}, ...app }));

/** The apps of scenarios L and P: of two uses of which one takes many times as long in E, the other. */
export const appsInStorm = apps.filter(({ onlyInE }) => !onlyInE);
