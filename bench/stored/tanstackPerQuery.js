import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/query-persist-client-core';
import { keyValue } from './support/keyValue.js';
import { keyOf, QueryPages } from './support/queryPages.js';

/** Writes without a request are stored by a call. */
class PersistedPages extends QueryPages {
  #persister;

  constructor(persister) {
    super(persister.persisterFn);
    this.#persister = persister;
  }

  load(pages) {
    super.load(pages);
    for (const page of pages.keys()) this.#persist(page);
  }

  patchIssue(page, id, change) {
    super.patchIssue(page, id, change);
    this.#persist(page);
  }

  #persist(page) {
    void this.#persister.persistQueryByKey(keyOf(page), this.client);
  }
}

export const contender = {
  open({ name, isStored }) {
    if (!isStored) return new QueryPages();
    return new PersistedPages(createQueryPersister({ storage: keyValue, prefix: name }));
  },
};
