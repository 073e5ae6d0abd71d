import { createStore, RestEndpoint } from 'streambed';
import { persist } from 'streambed/persist';
import { Issue } from '../apps/support/streambedModel.js';

const getPage = new RestEndpoint({ path: '/pages/:page', schema: [Issue] });

const FOR_EVER = 1e9;
/** Its default of 20,000 entities is less than a size of the scenario. */
const maxRows = 1e6;

export const contender = {
  open: ({ name, isStored }) =>
    new StreambedPages({
      dataExpiryLength: FOR_EVER,
      gcTime: FOR_EVER,
      plugins: isStored ? [persist({ name, maxRows })] : [],
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
}
