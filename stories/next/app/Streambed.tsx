'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { createStore } from 'streambed';
import { StoreProvider } from 'streambed/react';
import { createServerStore, hydrate, partProps } from 'streambed/ssr';

/** The address of the API, seen from the server. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

/** A store on the server, one for each response. */
function makeServerStore() {
  return createServerStore({
    fetch: (input, init) => fetch(new URL(input as string, api), init),
  });
}

/** The store of the page in the browser. */
function makeBrowserStore() {
  const store = createStore();
  hydrate(store);
  return store;
}

const isServer = typeof window === 'undefined';

export function Streambed({ children }: { readonly children: ReactNode }) {
  const [serverStore] = useState(() => (isServer ? makeServerStore() : undefined));
  const [store] = useState(() => serverStore ?? makeBrowserStore());
  // Next calls it before it sends rendered markup: the data comes first.
  useServerInsertedHTML(() => {
    const part = serverStore?.takePart();
    return part && <script {...partProps(part)} />;
  });
  return <StoreProvider store={store}>{children}</StoreProvider>;
}
