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

/** Starts a {@link TestServer} that responds 204 until `answer` is set. */
export async function startTestServer(): Promise<TestServer> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url = '', headers } = message;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      started.requests.push(request);
      started.answer(response, request);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const started: TestServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return started;
}
