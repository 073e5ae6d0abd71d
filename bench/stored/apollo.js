import { gql, InMemoryCache } from '@apollo/client';
import { persistCache } from 'apollo3-cache-persist';
import { ISSUE, TITLE } from '../contenders/support/apolloDocuments.js';
import { keyValue } from './support/keyValue.js';

const PAGE = gql`
  query Page($page: Int!) {
    issues(page: $page) {
      ...IssueFields
    }
  }
  ${ISSUE}
`;

export const contender = {
  typenames: true,
  async open({ name, isStored }) {
    const cache = new InMemoryCache();
    // Its default of 1 MB is less than 10,000 rows take.
    if (isStored) await persistCache({ cache, storage: keyValue, key: name, maxSize: false });
    return new ApolloPages(cache);
  },
};

class ApolloPages {
  #cache;

  constructor(cache) {
    this.#cache = cache;
  }

  load(pages) {
    for (const [page, issues] of pages.entries()) {
      this.#cache.writeQuery({ query: PAGE, variables: { page }, data: { issues } });
    }
  }

  patchIssue(_page, id, change) {
    this.#cache.writeFragment({ id: `Issue:${id}`, fragment: TITLE, data: change });
  }

  async readPage(page) {
    return this.#cache.readQuery({ query: PAGE, variables: { page } }).issues;
  }
}
