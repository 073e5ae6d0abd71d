import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { openByRank } from './support/openByRank.js';

export const contender = { open: () => new QueryStore() };

// Documented: the default waits for a timer, which would be all that is measured.
notifyManager.setScheduler(queueMicrotask);

/** One query holds the answer as it came, authors repeated. */
class QueryStore {
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } },
  });
  observers = [];

  load(answer) {
    this.client.setQueryData(['issues'], answer);
  }

  hold() {
    this.watchList(() => {});
  }

  readList() {
    return this.client.getQueryData(['issues']);
  }

  addIssue(issue) {
    this.client.setQueryData(['issues'], (issues) => [...issues, issue]);
  }

  patchIssue(id, change) {
    this.client.setQueryData(['issues'], (issues) =>
      issues.map((issue) => (issue.id === id ? { ...issue, ...change } : issue)),
    );
  }

  patchUser(id, change) {
    this.client.setQueryData(['issues'], (issues) =>
      issues.map((issue) =>
        issue.author.id === id ? { ...issue, author: { ...issue.author, ...change } } : issue,
      ),
    );
  }

  watchList(callback) {
    const observer = new QueryObserver(this.client, {
      queryKey: ['issues'],
      notifyOnChangeProps: ['data'],
    });
    return observer.subscribe(callback);
  }

  flush() {
    return Promise.resolve();
  }

  openView() {
    const observer = new QueryObserver(this.client, { queryKey: ['issues'], select: openByRank });
    const stop = observer.subscribe(() => {});
    return { read: () => observer.getCurrentResult().data, close: stop };
  }

  close() {
    this.client.clear();
  }
}
