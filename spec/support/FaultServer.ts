import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { faultsOf, type Fault } from './faults.ts';

/** A user as the server keeps it. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** 4 MB in memory, a few kB when compressed. */
const bomb = gzipSync(JSON.stringify({ padding: '0'.repeat(4_000_000) }));

/** The delay of delayed responses, ms. */
const DELAY = 25;

/**
 * A real HTTP server with users (`GET POST /users`, `GET PATCH DELETE /users/:id`) and the faults
 * that `nextFault` returns. A `PATCH` creates a missing user. Writes take effect on arrival, so
 * later faults affect only the client.
 */
export class FaultServer {
  readonly users = new Map<string, UserRow>();
  /** How often a user was created, by the id in the body. */
  readonly posts = new Map<string, number>();
  /** How often each fault has happened. */
  readonly made = new Map<Fault, number>();
  received = 0;
  /**
   * Calls (header `x-call`) that their callers have aborted. Their requests have no effect on
   * arrival.
   */
  readonly aborted = new Set<unknown>();
  /** Returns the fault of each request. */
  nextFault: (method: string) => Fault = () => 'none';
  readonly #server: Server;
  readonly #timers = new Set<NodeJS.Timeout>();

  private constructor() {
    this.#server = createServer((message, response) => void this.#receive(message, response));
  }

  /** Starts a server on a free port of 127.0.0.1. */
  static async start(): Promise<FaultServer> {
    const started = new FaultServer();
    await new Promise<void>((resolve) => {
      started.#server.listen(0, '127.0.0.1', resolve);
    });
    return started;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of message) chunks.push(chunk as Buffer);
    } catch {
      // The client disconnected before it had sent the whole body.
      return;
    }
    const { method = '', url = '', headers } = message;
    if (this.aborted.has(headers['x-call'])) {
      response.destroy();
      return;
    }
    this.received++;
    const fault = url.endsWith('?moved') ? 'none' : this.nextFault(method);
    this.made.set(fault, (this.made.get(fault) ?? 0) + 1);
    const call = { method, path: url.split('?')[0], body: Buffer.concat(chunks).toString() };
    this.#fail(fault, response, call);
  }

  #fail(fault: Fault, response: ServerResponse, call: Call): void {
    const headers = { 'content-type': 'application/json' };
    switch (fault) {
      // --- before the request has had an effect
      case 'resetBefore':
        response.socket?.resetAndDestroy();
        return;
      case 'redirect':
        response.writeHead(307, { location: `${call.path}?moved` }).end();
        return;
      case 'busy':
        response.writeHead(429, { 'retry-after': '1' }).end();
        return;
      case 'down':
        response.writeHead(503, { 'retry-after': new Date(Date.now() + 1_000).toUTCString() });
        response.end('<h1>Service unavailable</h1>');
        return;
      case 'broken':
        response.writeHead(500, headers).end('{"detail":"oops"}');
        return;
      default:
    }
    const { status, body } = this.#serve(call);
    const text = body === undefined ? '' : JSON.stringify(body);
    const answer = (): void => void response.writeHead(status, headers).end(text);
    const start = { ...headers, 'content-length': text.length + 9 };
    switch (fault) {
      case 'delay':
        this.#after(DELAY, answer);
        return;
      case 'hang':
        return;
      case 'resetAfter':
        response.socket?.resetAndDestroy();
        return;
      case 'resetInBody':
        response.writeHead(status, start).write(text.slice(0, -2));
        this.#after(1, () => response.socket?.resetAndDestroy());
        return;
      case 'truncated':
        response.writeHead(status, start).write(text.slice(0, -2));
        this.#after(1, () => response.socket?.end());
        return;
      case 'wrongType':
        response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
        return;
      case 'page':
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><h1>Log in</h1>');
        return;
      case 'brokenJson':
        response.writeHead(200, headers).end(`${text.slice(0, -1)},`);
        return;
      case 'empty':
        response.writeHead(204).end();
        return;
      case 'bomb':
        response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(bomb);
        return;
      default:
        answer();
    }
  }

  #after(wait: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, wait);
    this.#timers.add(timer);
  }

  #serve({ method, path, body }: Call): Answer {
    const id = path.slice('/users/'.length);
    const user = this.users.get(id);
    switch (method) {
      case 'POST': {
        const created = JSON.parse(body) as UserRow;
        this.posts.set(created.id, (this.posts.get(created.id) ?? 0) + 1);
        this.users.set(created.id, created);
        return { status: 201, body: created };
      }
      case 'PATCH': {
        const next = { id, name: '', ...user, ...(JSON.parse(body) as Partial<UserRow>) };
        this.users.set(id, next);
        return { status: 200, body: next };
      }
      case 'DELETE':
        this.users.delete(id);
        return { status: 204 };
      default:
        if (id === '') return { status: 200, body: [...this.users.values()] };
        return user
          ? { status: 200, body: user }
          : { status: 404, body: { detail: 'no such user' } };
    }
  }
}

/** Selects the fault of each request: none for most of them. */
export function randomFaults(random: () => number, share: number): FaultServer['nextFault'] {
  return (method) => {
    if (random() >= share) return 'none';
    const faults = faultsOf(method);
    return faults[Math.floor(random() * faults.length)];
  };
}
