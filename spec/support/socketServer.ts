import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * A WebSocket server with a ticker per topic. It understands `{ join }` and `{ leave }`, and
 * responds to `ping` with `pong`.
 */
export interface SocketServer {
  readonly url: string;
  /** The requests of all connections so far. */
  readonly requests: readonly IncomingMessage[];
  /** The number of responses to `ping`. */
  readonly pings: number;
  /** How many connections are open. */
  readonly open: number;
  /** The topics that are joined, over all connections, sorted. */
  readonly joined: readonly string[];
  /** Sends the message to all connections that have joined its symbol. */
  push(message: { readonly symbol: string }): void;
  /** Sends a text to all connections, unchanged. */
  pushRaw(data: string | Uint8Array): void;
  /** Closes all connections. */
  drop(code?: number): void;
  /** Cuts all connections, like a pulled cable. */
  cut(): void;
  /** From now on the server neither responds nor closes connections. */
  freeze(): void;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1, on the given port or a free one. */
export async function startSocketServer(port = 0): Promise<SocketServer> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  const requests: IncomingMessage[] = [];
  const clients = new Map<WebSocket, { topics: Set<string>; socket: Socket }>();
  let isFrozen = false;
  let pings = 0;
  sockets.on('connection', (client, request) => {
    requests.push(request);
    const topics = new Set<string>();
    clients.set(client, { topics, socket: request.socket });
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    client.on('message', (data: Buffer) => {
      if (isFrozen) return;
      if (data.toString() === 'ping') {
        pings++;
        client.send('"pong"');
        return;
      }
      const { join, leave } = JSON.parse(data.toString()) as { join?: string; leave?: string };
      if (join !== undefined) topics.add(join);
      if (leave !== undefined) topics.delete(leave);
    });
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    get pings() {
      return pings;
    },
    get open() {
      return clients.size;
    },
    get joined() {
      return [...clients.values()].flatMap(({ topics }) => [...topics]).sort();
    },
    push(message) {
      for (const [client, { topics }] of clients) {
        if (topics.has(message.symbol)) client.send(JSON.stringify(message));
      }
    },
    pushRaw(data) {
      for (const client of clients.keys()) client.send(data);
    },
    drop(code = 1012) {
      for (const client of clients.keys()) client.close(code, 'restart');
    },
    cut() {
      for (const { socket } of clients.values()) socket.destroy();
    },
    freeze() {
      isFrozen = true;
      for (const { socket } of clients.values()) socket.pause();
    },
    async close() {
      for (const { socket } of clients.values()) socket.destroy();
      sockets.close();
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
}
