import { Entity, RestEndpoint, schema as schemas, StreambedError } from 'streambed';
import { testServer } from './testServer.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

/** One combination of all inputs that determine how a response is read. */
interface Case {
  readonly method: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly schema: 'none' | 'entity' | 'removal';
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const statuses = [200, 201, 204, 205, 304, 400, 404, 422, 500, 503];
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'text/plain',
  'text/html',
  'image/png',
  '',
];
const json = '{"id":"1","name":"Ann"}';
const bodies = [
  json,
  `\uFEFF${json}`,
  '',
  '<!doctype html><p>Log in',
  '{"id":"1"',
  'ok'.repeat(300),
];

function* cases(method: string): Iterable<Case> {
  for (const status of statuses) {
    for (const type of types) {
      for (const body of bodies) {
        for (const schema of ['none', 'entity', 'removal'] as const) {
          yield { method, status, type, body, schema };
        }
      }
    }
  }
}

/** The rules of docs/rest.md, written again. */
function expected({ method, status, type, body, schema }: Case): unknown {
  const isJson = /json/.test(type);
  const isBinary = type === 'image/png';
  const hasNoBody = body === '' || method === 'HEAD' || [204, 205, 304].includes(status);
  if (status >= 400) {
    if (hasNoBody || isBinary) return ['SB_NETWORK', status, undefined];
    const parsed = isJson ? tryParse(body) : undefined;
    // Decoding to text removes the byte order mark.
    return ['SB_NETWORK', status, parsed ?? body.replace('\uFEFF', '').slice(0, 300)];
  }
  if (hasNoBody) {
    if (status === 304 && method === 'GET') return ['SB_ANSWER_EMPTY', status, ''];
    return schema === 'none' || method !== 'GET' ? null : ['SB_ANSWER_EMPTY', status, ''];
  }
  if (isJson) {
    const parsed = tryParse(body);
    return parsed ?? ['SB_JSON_MALFORMED', status, body.slice(0, 300)];
  }
  const isWord = !isBinary && !body.startsWith('<');
  if (schema === 'none' || (schema === 'removal' && isWord)) {
    return isBinary ? 'Blob' : body.replace('\uFEFF', '');
  }
  return ['SB_CONTENT_TYPE', status, isBinary ? '' : body.replace('\uFEFF', '').slice(0, 300)];
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text.replace('\uFEFF', '')) as unknown;
  } catch {
    return undefined;
  }
}

const schemaOf = {
  none: undefined,
  entity: User,
  removal: new schemas.Invalidate(User),
};

const server = testServer();
beforeAll(() => {
  server.answer = (response, { url }) => {
    const { searchParams } = new URL(url, server.origin);
    const { status, type, body } = JSON.parse(searchParams.get('case')!) as Case;
    const bare = [204, 205, 304].includes(status);
    response.writeHead(status, type === '' ? {} : { 'content-type': type });
    response.end(bare ? undefined : body);
  };
});

async function outcome(given: Case): Promise<unknown> {
  const endpoint = new RestEndpoint({
    path: '/answer',
    method: given.method,
    urlPrefix: server.origin,
    schema: schemaOf[given.schema],
    body: undefined,
    searchParams: {} as { case: string },
  });
  try {
    const value = await endpoint({ case: JSON.stringify(given) });
    return value instanceof Blob ? 'Blob' : value;
  } catch (error) {
    if (!StreambedError.is(error)) return error;
    const { code, status, text, body } = error as StreambedError & Record<string, unknown>;
    return [code, status, code === 'SB_NETWORK' ? body : text];
  }
}

it.each(methods)(
  'responses to %s are data, null or a typed error, as the rules say',
  async (method) => {
    const all = [...cases(method)];
    expect(all).toHaveLength(statuses.length * types.length * bodies.length * 3);
    for (let at = 0; at < all.length; at += 50) {
      const batch = all.slice(at, at + 50);
      const outcomes = await Promise.all(batch.map(outcome));
      batch.forEach((given, index) => {
        expect({ ...given, outcome: outcomes[index] }).toEqual({
          ...given,
          outcome: expected(given),
        });
      });
    }
  },
);
