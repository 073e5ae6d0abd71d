import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Entity, type ErrorCode, type ReadEndpoint, RestEndpoint, schema } from 'streambed';

class Item extends Entity {
  id = '';
  name = '';
  static override key = 'Item';
}

/** A bad response, or a bad call. */
export interface BadCase {
  readonly name: string;
  /** The server's response; absent if no request must be sent. */
  readonly answer?: { readonly status?: number; readonly type?: string; readonly body?: string };
  readonly endpoint: ReadEndpoint<(params: { id: string | number }) => unknown>;
  readonly id?: string | undefined;
  readonly code: ErrorCode;
  /** Parts of the message: the key or path, the entity, the position. */
  readonly says: readonly string[];
}

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
const one = new RestEndpoint({ path: '/item/:id', schema: Item });
const list = new RestEndpoint({ path: '/item/:id', schema: [Item] as unknown });
const page = new RestEndpoint({
  path: '/item/:id',
  schema: { results: new schema.All(Item), next: '' },
});

export const badCases: readonly BadCase[] = [
  {
    name: 'an array where an entity is expected',
    answer: json([{ id: '1' }]),
    endpoint: one,
    code: 'SB_ANSWER_SHAPE',
    says: ['"/item/:id"', 'Item', 'an array'],
  },
  {
    name: 'a number where a list is expected',
    answer: json(7),
    endpoint: list,
    code: 'SB_ANSWER_SHAPE',
    says: ['"/item/:id"', 'a number'],
  },
  {
    name: 'a string inside a page',
    answer: json({ results: 'none' }),
    endpoint: page,
    code: 'SB_ANSWER_SHAPE',
    says: ['"/item/:id"', '$.results'],
  },
  {
    name: 'null where an entity is expected',
    answer: json(null),
    endpoint: one,
    code: 'SB_ANSWER_EMPTY',
    says: ['"/item/:id"'],
  },
  {
    name: 'an entity without a primary key, behind one that has one',
    answer: json([{ id: '1' }, { name: 'nobody' }]),
    endpoint: list,
    code: 'SB_PK_MISSING',
    says: ['"/item/:id"', '[1]', 'Item'],
  },
  {
    name: 'HTML in place of JSON',
    answer: { type: 'text/html', body: '<!doctype html><title>Log in</title>' },
    endpoint: one,
    code: 'SB_CONTENT_TYPE',
    says: ['"/item/:id"', 'GET', 'text/html', 'looks like a page'],
  },
  {
    name: 'broken JSON',
    answer: { type: 'application/json', body: '{"id": "1", ' },
    endpoint: one,
    code: 'SB_JSON_MALFORMED',
    says: ['"/item/:id"', 'GET'],
  },
  {
    name: '204 where an entity is expected',
    answer: { status: 204 },
    endpoint: one,
    code: 'SB_ANSWER_EMPTY',
    says: ['"/item/:id"', 'GET'],
  },
  {
    name: 'status 500',
    answer: { status: 500, ...json({ detail: 'out of order' }) },
    endpoint: one,
    code: 'SB_NETWORK',
    says: ['"/item/:id"', 'GET', '500'],
  },
  {
    name: 'a path parameter that leaves its segment',
    endpoint: one,
    id: '..',
    code: 'SB_PATH_PARAM_UNSAFE',
    says: ['/item/:id', 'id'],
  },
  {
    name: 'a missing path parameter',
    endpoint: one,
    id: undefined,
    code: 'SB_PATH_PARAM_MISSING',
    says: ['/item/:id', 'id'],
  },
];

/** A server that sends a configured response and counts requests. */
export interface BadServer {
  readonly url: string;
  answer: BadCase['answer'];
  requests: number;
  close(): Promise<void>;
}

export async function startBadServer(): Promise<BadServer> {
  const server: Server = createServer((_request, response) => {
    bad.requests++;
    const { status = 200, type, body } = bad.answer ?? {};
    response.writeHead(status, type ? { 'content-type': type } : {}).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const bad: BadServer = {
    url: `http://127.0.0.1:${port}`,
    answer: undefined,
    requests: 0,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return bad;
}
