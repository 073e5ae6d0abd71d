import { QueryClient, QueryObserver } from '@tanstack/react-query';

const FOR_EVER = Infinity;

/** Pages of rows in a query each. `persister` is that of single queries. */
export class QueryPages {
  client;

  constructor(persister) {
    const queries = { staleTime: FOR_EVER, gcTime: FOR_EVER, persister };
    this.client = new QueryClient({ defaultOptions: { queries } });
  }

  load(pages) {
    for (const [page, rows] of pages.entries()) this.client.setQueryData(keyOf(page), rows);
  }

  patchIssue(page, id, change) {
    this.client.setQueryData(keyOf(page), (rows) =>
      rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
    );
  }

  /** No server answers: the data is what is stored. */
  readPage(page) {
    return new Promise((resolve) => {
      const queryFn = () => new Promise(() => {});
      const observer = new QueryObserver(this.client, { queryKey: keyOf(page), queryFn });
      const look = ({ data }) => data && resolve(data);
      observer.subscribe(look);
      look(observer.getCurrentResult());
    });
  }
}

export function keyOf(page) {
  return ['page', page];
}
