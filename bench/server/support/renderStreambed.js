import { createElement as h } from 'react';
import { StoreProvider } from 'streambed/react';
import { createServerStore, writeWithPayload } from 'streambed/ssr';
import { renderPage, responseOf } from './renderPage.js';

/** The page is streamed; the state goes between its parts. */
export function renderStreambed(text, List) {
  const store = createServerStore({ fetch: async () => responseOf(text) });
  return renderPage(h(StoreProvider, { store }, h(List)), (target) =>
    writeWithPayload(target, store),
  );
}
