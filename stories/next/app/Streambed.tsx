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
  return createServerStore({ fetch: fetchAsVisitor });
}

/**
 * Sends the visitor's cookie to the API. Read here, the cookie stays on the server: as a prop or an
 * argument it would be part of the page.
 */
async function fetchAsVisitor(input: string | URL | Request, init: RequestInit = {}) {
  const url = new URL(input as string, api);
  const headers = new Headers(init.headers);
  // The condition is false in the bundle of the browser, which then leaves the import out.
  if (typeof window === 'undefined' && url.origin === new URL(api).origin) {
    const { cookies } = await import('next/headers');
    headers.set('cookie', (await cookies()).toString());
  }
  return fetch(url, { ...init, headers });
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
