import { createElement as h, useEffect, useState } from 'react';
import { listOfIssues } from '../apps/support/views.js';
import { fetchPage } from './support/fetchPage.js';

const List = listOfIssues(({ issues }) => issues);

/** State and an effect, without a cache. */
function Page({ page }) {
  const [shown, setShown] = useState();
  useEffect(() => {
    void fetchPage(page).then((issues) => setShown({ page, issues }));
  }, [page]);
  return shown?.page === page ? h(List, shown) : 'waiting';
}

export const contender = { open: () => ({ elementOf: (page) => h(Page, { page }) }) };
