'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { createStore } from 'streambed';
import { StoreProvider } from 'streambed/react';
import { createServerStore, hydrate, partProps } from 'streambed/ssr';

/** Where the API is, as seen from the server. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

/** On the server, one for each response. */
function makeServerStore() {
  return createServerStore({
    fetch: (input, init) => fetch(new URL(input as string, api), init),
  });
}

/** In the browser, one for the page. */
function makeBrowserStore() {
  const store = createStore();
  hydrate(store);
  return store;
}

const isServer = typeof window === 'undefined';

export function Streambed({ children }: { readonly children: ReactNode }) {
  const [serverStore] = useState(() => (isServer ? makeServerStore() : undefined));
  const [store] = useState(() => serverStore ?? makeBrowserStore());
  // Next calls it before it sends what was rendered: the data comes first.
  useServerInsertedHTML(() => {
    const part = serverStore?.takePart();
    return part && <script {...partProps(part)} />;
  });
  return <StoreProvider store={store}>{children}</StoreProvider>;
}
