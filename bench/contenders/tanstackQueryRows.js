import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';

export const contender = { open: () => new QueryRowsStore() };

notifyManager.setScheduler(queueMicrotask);

/** The documented "push approach": the answer of the list seeds a query per row, and rows are watched and written there. */
class QueryRowsStore {
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } },
  });

  load(answer) {
    this.client.setQueryData(['issues'], answer);
    for (const issue of answer) this.client.setQueryData(['issue', issue.id], issue);
  }

  hold() {}

  /** For the checks: from the rows. */
  readList() {
    return this.client
      .getQueryData(['issues'])
      .map(({ id }) => this.client.getQueryData(['issue', id]));
  }

  patchIssue(id, change) {
    this.client.setQueryData(['issue', id], (issue) => ({ ...issue, ...change }));
  }

  watchIssue(id, callback) {
    const observer = new QueryObserver(this.client, {
      queryKey: ['issue', id],
      notifyOnChangeProps: ['data'],
    });
    return observer.subscribe(callback);
  }

  flush() {
    return Promise.resolve();
  }

  close() {
    this.client.clear();
  }
}
