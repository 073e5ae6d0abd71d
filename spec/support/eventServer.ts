import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of server-sent events. */
export interface EventServer {
  readonly url: string;
  /** Paths and queries of all requests so far. */
  readonly requests: readonly string[];
  /** How many streams are open. */
  readonly open: number;
  /** The status of the next responses; 200 by default. */
  status: number;
  /** Sends an event to all clients. */
  push(data: unknown, event?: { readonly name?: string; readonly id?: string }): void;
  /** Cuts all streams. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1; pages of any origin may read it. */
export async function startEventServer(): Promise<EventServer> {
  const streams = new Set<ServerResponse>();
  const requests: string[] = [];
  const http = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(server.status, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    if (server.status !== 200) {
      response.end();
      return;
    }
    response.write(': open\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server: EventServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/events`,
    requests,
    status: 200,
    get open() {
      return streams.size;
    },
    push(data, { name, id } = {}) {
      const lines = [
        ...(name === undefined ? [] : [`event: ${name}`]),
        ...(id === undefined ? [] : [`id: ${id}`]),
        `data: ${typeof data === 'string' ? data : JSON.stringify(data)}`,
      ];
      for (const stream of streams) stream.write(`${lines.join('\n')}\n\n`);
    },
    cut() {
      for (const stream of streams) stream.destroy();
    },
    async close() {
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
  return server;
}
