import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real HTTP server on a free port of 127.0.0.1. `answer` responds to the next requests. */
export interface TestServer {
  readonly origin: string;
  readonly requests: SeenRequest[];
  answer: (response: ServerResponse, request: SeenRequest) => void;
  close(): Promise<void>;
}

/** The {@link TestServer} of a spec file. It responds 204 until `answer` is set; each spec begins without requests. */
export function testServer(): TestServer {
  const { server, start } = makeTestServer();
  beforeAll(start);
  beforeEach(() => {
    server.requests.length = 0;
  });
  afterAll(() => server.close());
  return server;
}

/** Starts a {@link TestServer} that responds 204 until `answer` is set. */
export async function startTestServer(): Promise<TestServer> {
  const { server, start } = makeTestServer();
  await start();
  return server;
}

function makeTestServer(): { readonly server: TestServer; readonly start: () => Promise<void> } {
  let origin = '';
  const http = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url = '', headers } = message;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      server.requests.push(request);
      server.answer(response, request);
    });
  });
  const server: TestServer = {
    get origin() {
      return origin;
    },
    requests: [],
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise<void>((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  const start = (): Promise<void> =>
    new Promise((resolve) => {
      http.listen(0, '127.0.0.1', () => {
        origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
        resolve();
      });
    });
  return { server, start };
}
