'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { createStore } from 'streambed';
import { StoreProvider } from 'streambed/react';
import { createServerStore, hydrate, partProps } from 'streambed/ssr';
import { apiUrl } from './apiUrl';

const isServer = typeof window === 'undefined';

/** The store of one response: visitors must not share one. */
function makeServerStore() {
  return createServerStore({ fetch: fetchAsVisitor });
}

/**
 * Sends a request to the API without a detour, with the visitor's cookie. Read here, the cookie
 * stays on the server: as a prop or an argument it would be part of the page.
 */
async function fetchAsVisitor(input: string | URL | Request, init: RequestInit = {}) {
  // Endpoints pass their URL as text.
  const url = input as string;
  const headers = new Headers(init.headers);
  // Only the API gets the cookie. The first condition is false in the bundle of the browser, which
  // then leaves the import out.
  if (typeof window === 'undefined' && url.startsWith('/api/')) {
    const { cookies } = await import('next/headers');
    headers.set('cookie', (await cookies()).toString());
  }
  return fetch(url.replace(/^\/api/, apiUrl), { ...init, headers });
}

/** The store of the page in the browser, with the data that the server has read. */
function makeBrowserStore() {
  const store = createStore();
  hydrate(store);
  return store;
}

export function Streambed({ children }: { readonly children: ReactNode }) {
  const [serverStore] = useState(() => (isServer ? makeServerStore() : undefined));
  const [store] = useState(() => serverStore ?? makeBrowserStore());
  // Next.js calls this before it sends rendered markup: the data comes first.
  useServerInsertedHTML(() => {
    const part = serverStore?.takePart();
    return part && <script {...partProps(part)} />;
  });
  return <StoreProvider store={store}>{children}</StoreProvider>;
}
