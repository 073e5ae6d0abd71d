import { createStore, NetworkError, RestEndpoint } from 'streambed';
import { testServer } from './testServer.ts';

const server = testServer();
let type: string;
let body: Buffer;
let status: number;
beforeAll(() => {
  server.answer = (response) => response.writeHead(status, { 'content-type': type }).end(body);
});
beforeEach(() => (status = 200));

function read(options: object = {}): Promise<unknown> {
  const store = createStore();
  const get = new RestEndpoint({ path: '/text', urlPrefix: server.origin, ...options });
  return store.fetch(get).finally(() => store.dispose());
}

const latin = Buffer.from('café', 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

it.each<[string, Buffer, object, unknown]>([
  ['text/csv; charset=iso-8859-1', latin, {}, 'café'],
  ['text/csv;charset="windows-1252"', latin, {}, 'café'],
  ['text/plain; Charset=Windows-1252; header=present', latin, {}, 'café'],
  ['text/plain; charset=utf-16le', utf16('café'), {}, 'café'],
  ['text/plain; charset=UTF-16', utf16('\ufeffcafé'), {}, 'café'],
  ['text/plain; charset=utf-8', Buffer.from('café'), {}, 'café'],
  ['text/plain; charset=utf8', Buffer.from('café'), {}, 'café'],
  ['text/plain; charset="UTF-8"', Buffer.from('café'), {}, 'café'],
  ['text/plain', Buffer.from('café'), {}, 'café'],
  ['application/json; charset=utf-16le', utf16('\ufeff{"a":"é"}'), {}, { a: 'é' }],
  ['application/json; charset=latin1', Buffer.from('{"a":"é"}', 'latin1'), {}, { a: 'é' }],
  ['application/json; charset=latin1', Buffer.from('"é"', 'latin1'), { content: 'text' }, '"é"'],
  [
    'text/plain; charset=latin1',
    Buffer.from('{"a":"é"}', 'latin1'),
    { content: 'json' },
    { a: 'é' },
  ],
])(
  'a response with Content-Type %s is decoded by its charset',
  async (given, bytes, options, expected) => {
    [type, body] = [given, bytes];
    expect(await read(options)).toEqual(expected);
  },
);

it.each([
  ['text/plain; charset=klingon', Buffer.from('a')],
  ['application/json; charset=klingon', Buffer.from('1')],
  ['text/plain; charset=utf-16le', Buffer.from([0x00, 0xd8])],
  ['text/plain; charset=euc-jp', Buffer.from([0xff])],
])('a response with Content-Type %s that cannot be decoded is refused', async (given, bytes) => {
  [type, body] = [given, bytes];
  await expect(read()).rejects.toMatchObject({ code: 'SB_CONTENT_TYPE', contentType: given });
});

it('a response that is kept as bytes is not decoded', async () => {
  [type, body] = ['text/plain; charset=klingon', Buffer.from('a')];
  expect(await read({ content: 'arrayBuffer' })).toHaveProperty('byteLength', 1);
});

it('the body of a failure is decoded by its charset, or left out', async () => {
  status = 500;
  [type, body] = ['text/plain; charset=iso-8859-1', latin];
  const failure = (): Promise<unknown> => read().catch((error: unknown) => error);
  expect(await failure()).toMatchObject({ status: 500, body: 'café' });
  [type, body] = ['text/plain; charset=klingon', latin];
  const error = await failure();
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ status: 500, body: undefined });
});
