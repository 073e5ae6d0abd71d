import { createStore, RestEndpoint } from 'streambed';
import { offline, outboxOf } from 'streambed/offline';
import { persist } from 'streambed/persist';
import { Issue } from '../apps/support/streambedModel.js';

const getPage = new RestEndpoint({ path: '/pages/:page', schema: [Issue] });
const patch = new RestEndpoint({
  path: '/issues/:id',
  method: 'PATCH',
  body: {},
  schema: Issue,
  getOptimisticResponse: (_snapshot, { id }, change) => ({ id, ...change }),
});

const FOR_EVER = 1e9;
/** Its default of 20,000 entities is less than a size of the scenario. */
const maxRows = 1e6;

export const contender = {
  /** `isQueued`: with an outbox. */
  open: ({ name, isStored, isQueued }) =>
    new StreambedPages({
      dataExpiryLength: FOR_EVER,
      gcTime: FOR_EVER,
      plugins: [
        ...(isStored ? [persist({ name, maxRows })] : []),
        ...(isQueued ? [offline({ name, mutations: [patch] })] : []),
      ],
    }),
};

class StreambedPages {
  #store;

  constructor(options) {
    this.#store = createStore(options);
  }

  load(pages) {
    this.#store.batch(() => {
      for (const [page, rows] of pages.entries()) {
        this.#store.setResponse(getPage, { page }, rows);
      }
    });
  }

  patchIssue(_page, id, change) {
    this.#store.set(Issue, { id, ...change });
  }

  readPage(page) {
    return new Promise((resolve) => {
      this.#store.observe(getPage, { page }).subscribe(({ data }) => data && resolve(data));
    });
  }

  /** A mutation that waits for the server. */
  queue(id, change) {
    this.#store.fetch(patch, { id }, change).catch(() => {});
  }

  /** Resolves when so many mutations wait. */
  queued(count) {
    return new Promise((resolve) => {
      outboxOf(this.#store).pending$.subscribe(({ length }) => length === count && resolve());
    });
  }

  titleOf(id) {
    return this.#store.get(Issue, { id })?.title;
  }
}
