/** The columns of the tables in the docs. Of several uses of a library the better one counts, in each row. The first two are the limit and us. */
export const docColumns = [
  { title: 'limit', ids: ['limit'] },
  { title: 'Streambed', ids: ['streambed', 'streambedProps', 'streambedRows'] },
  { title: 'Data Client', ids: ['dataClient', 'dataClientProps'] },
  {
    title: 'TanStack Query',
    ids: [
      'tanstackQuery',
      'tanstackQueryRows',
      'tanstackAsync',
      'tanstackSync',
      'tanstackDocs',
      'tanstackPerQuery',
    ],
  },
  { title: 'SWR', ids: ['swr'] },
  { title: 'Redux Toolkit', ids: ['rtkQuery', 'rtkEntities'] },
  { title: 'Apollo', ids: ['apollo'] },
  { title: 'TanStack DB', ids: ['tanstackDb', 'tanstackDbProps'] },
];

const at = (scenario, n, label) => ({ scenario, n, label });

/** The tables, what people wait for first, with the page of `docs` that has them. */
export const docGroups = [
  {
    title: 'The first time',
    page: 'performance-pages',
    about:
      'What a page does when it has just been loaded: the code is not compiled yet. The first use opens a store, loads a list, reads it, writes one row and reads the list again; loading counts where the row says so, from this machine and not minified. `6 ×` means a processor that is six times slower, as in a cheap phone.',
    rows: [
      at('I1', 100, 'first use, 100 rows'),
      at('I1', 1_000, 'first use, 1,000 rows'),
      at('I2', 100, 'first use in a page, 100 rows'),
      at('I3', 100, 'first use in a page, 100 rows, 6 ×'),
      at('I4', 100, 'load and first use, 100 rows'),
      at('I5', 100, 'load and first use in a page, 100 rows'),
      at('I6', 100, 'load and first use in a page, 100 rows, 6 ×'),
      at('J1', 100, 'from the response to 100 rows, on mount'),
      at('J2', 100, 'from the response to 100 rows, another key'),
      at('J3', 100, 'script time of both pages of rows, 6 ×'),
      at('N1', 100, 'a page of 100 rows from a server'),
    ],
  },
  {
    title: 'Under load',
    page: 'performance-pages',
    about:
      'A storm writes 1,000 rows a second to a page of 1,000 rows while a person types. A list of 10,000 rows is scrolled by 40 rows per frame. Subscribed keys all turn stale at once and are fetched again.',
    rows: [
      at('L1', 1_000, 'storm: from a key to its character on the screen'),
      at('L2', 1_000, 'storm: the longest task'),
      at('L3', 1_000, 'storm: dropped frames'),
      at('O1', 10_000, 'scrolling: script time per frame, 6 ×'),
      at('O2', 10_000, 'scrolling: dropped frames, 6 ×'),
      at('M1', 1_000, 'refetch of 1,000 keys'),
      at('M1', 10_000, 'refetch of 10,000 keys'),
      at('M2', 1_000, 'refetch of 1,000 keys, the longest task'),
      at('M2', 10_000, 'refetch of 10,000 keys, the longest task'),
    ],
  },
  {
    title: 'Lists of 10,000 rows',
    page: 'performance-data',
    about:
      'Without React. TanStack Query and RTK Query keep a list as it came: they store and read it at once, and nothing in it is normalized.',
    rows: [
      at('A1', 10_000, 'the list arrives in an empty store'),
      at('A2', 10_000, 'the list arrives again'),
      at('A4', 10_000, 'the list arrives again and is read'),
      at('B1', 10_000, 'first read of the list'),
      at('B2', 10_000, 'repeated read of the list'),
      at('B3', 10_000, 'read of the list after a write'),
      at('C1', 10_000, 'one row is written'),
      at('C2', 10_000, 'one row is written, the shown list is read'),
      at('K1', 10_000, 'one row is added to a shown list'),
      at('K2', 10_000, 'one row is added while all are shown'),
      at('D1', 10_000, 'one of 10,000 watched rows is written'),
      at('D2', 10_000, 'one more watcher comes and goes'),
    ],
  },
  {
    title: 'React, 1,000 rows',
    page: 'performance-pages',
    about: 'Timed until the rows are in the document.',
    rows: [
      at('E1', 1_000, 'React: one row changes'),
      at('E2', 1_000, 'React: the author of all rows changes'),
      at('E3', 1_000, 'React: something unrelated is written'),
      at('E4', 1_000, 'React: rows are mounted and unmounted'),
    ],
  },
  {
    title: 'A view of 100,000 rows',
    page: 'performance-data',
    about: 'Half of the rows, sorted. One row moves within the view.',
    rows: [
      at('F3', 100_000, 'view: the change, as a change set'),
      at('F1', 100_000, 'view: the change, as an array'),
      at('F2', 100_000, 'view: the first result'),
    ],
  },
  {
    title: 'Stored data',
    page: 'performance-data',
    about:
      'In Chromium, in IndexedDB. Rows are stored 100 to a key; then one row is written 60 times a second for three seconds, and a fresh page reads one key. Times of the main thread are those of the processor, and come on top of a store that is not stored; a write and the first data are measured by the clock. Mutations are queued while no server responds.',
    rows: [
      at('P1', 1_000, '180 writes, 1,000 rows stored: main thread'),
      at('P1', 10_000, '180 writes, 10,000 rows stored: main thread'),
      at('P1', 100_000, '180 writes, 100,000 rows stored: main thread'),
      at('P3', 10_000, '180 writes, 10,000 rows stored: the longest task'),
      at('P2', 10_000, '180 writes, 10,000 rows stored: bytes'),
      at('P4', 10_000, 'one write, 10,000 rows stored'),
      at('P5', 10_000, 'a response of 10,000 rows is stored: the longest task'),
      at('P6', 1_000, 'first data of a key, 1,000 rows stored'),
      at('P6', 10_000, 'first data of a key, 10,000 rows stored'),
      at('P6', 100_000, 'first data of a key, 100,000 rows stored'),
      at('P7', 1_000, '1,000 mutations are queued: a call'),
      at('P8', 1_000, '1,000 mutations are queued: shown after a reload'),
      at('P9', 1_000, '1,000 mutations are queued: a write of another row'),
    ],
  },
  {
    title: 'Memory and size',
    page: 'performance-size',
    about:
      'Bytes of heap; the rest after unmounting is measured 6 s after all rows were unmounted, with default options. The size is that of a list app, minified and compressed by brotli, without React.',
    rows: [
      at('G2', 10_000, 'heap per entity, stored and read'),
      at('G3', 10_000, 'heap per watcher'),
      at('G5', 1_000, 'heap per mounted hook'),
      at('G6', 1_000, 'heap left per unmounted hook'),
      at('H1', undefined, 'size of a list app'),
      at('H2', undefined, 'size of a list app, without RxJS'),
    ],
  },
];
