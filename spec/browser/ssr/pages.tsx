import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { renderToPipeableStream } from 'react-dom/server';
import { createServerStore, type ServerStore, writeWithPayload } from 'streambed/ssr';
import { App } from './App.tsx';
import { propsOf } from './propsOf.ts';

/** Options of {@link startPages}. */
export interface PagesOptions {
  /** Origin of the API. The pages forward requests under `/api` to it. */
  readonly api: string;
  /** The code of the client. */
  readonly client: string;
  readonly errors: unknown[];
  readonly stores: ServerStore[];
}

/** Serves the pages on a free port. */
export async function startPages(options: PagesOptions) {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) void passOn(options.api, request, response);
    else if (request.url === '/client.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(options.client);
    } else sendPage(options, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

async function passOn(api: string, request: IncomingMessage, response: ServerResponse) {
  const answer = await fetch(new URL(request.url ?? '', api), { headers: { 'x-by': 'browser' } });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
}

function sendPage(
  { api, errors, stores }: PagesOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { search, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const nonce = searchParams.get('nonce') ?? undefined;
  const store = createServerStore({
    fetch: (input, init) => fetch(new URL(input as string, api), init),
  });
  stores.push(store);
  const output = writeWithPayload(response, store);
  const { pipe } = renderToPipeableStream(<App store={store} {...propsOf(search)} />, {
    bootstrapModules: ['/client.js'],
    ...(nonce !== undefined && { nonce }),
    onShellReady() {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      // No nonce for data: browsers do not execute it.
      if (nonce) {
        // React 18 writes no nonce on modules.
        response.setHeader('content-security-policy', `script-src 'self' 'nonce-${nonce}'`);
      }
      pipe(output);
    },
    onError: (error) => void errors.push(error),
  });
}
