import { headerRecord, headersFor } from '../../../src/shared/web/headersFor.ts';

/** Values from untyped programs, or tokens that are not loaded yet. */
const absent = [undefined, null] as unknown[] as string[];

it('returns names in lower case, whatever the form of the headers', () => {
  const expected = { accept: 'text/plain', 'x-a': '1' };
  expect(headerRecord({ Accept: 'text/plain', 'X-A': '1' })).toEqual(expected);
  expect(
    headerRecord([
      ['Accept', 'text/plain'],
      ['X-A', '1'],
    ]),
  ).toEqual(expected);
  expect(headerRecord(new Headers({ Accept: 'text/plain', 'X-A': '1' }))).toEqual(expected);
  expect(headerRecord(undefined)).toEqual({});
});

it.each(absent)('omits a header whose value is %s, and keeps an empty one', (value) => {
  expect(headerRecord({ 'x-a': value, 'x-b': '' })).toEqual({ 'x-b': '' });
  expect(
    headerRecord([
      ['x-a', value],
      ['x-b', ''],
    ]),
  ).toEqual({ 'x-b': '' });
});

it.each(absent)('omits a pair whose name is %s', (name) => {
  expect(
    headerRecord([
      [name, '1'],
      ['x-b', '2'],
    ]),
  ).toEqual({ 'x-b': '2' });
});

it.each(absent)('removes an earlier header when a later one of that name is %s', (value) => {
  expect(headerRecord({ authorization: 'Bearer t', Authorization: value })).toEqual({});
  expect(headerRecord({ authorization: value, Authorization: 'Bearer t' })).toEqual({
    authorization: 'Bearer t',
  });
});

const png = new Blob(['x'], { type: 'image/png' });
it.each<[string, BodyInit | undefined, string, boolean]>([
  ['a form', new FormData(), 'application/json', false],
  ['a form', new FormData(), 'multipart/form-data', false],
  ['a form', new FormData(), 'multipart/form-data; boundary=x', false],
  ['search parameters', new URLSearchParams(), 'application/json', false],
  ['search parameters', new URLSearchParams(), 'Multipart/Form-Data', false],
  ['search parameters', new URLSearchParams(), 'application/x-www-form-urlencoded', true],
  ['an image', png, 'application/json', false],
  ['an image', png, 'application/vnd.api+json', false],
  ['an image', png, 'multipart/form-data', false],
  ['an image', png, 'application/octet-stream', true],
  ['a file of JSON', new Blob(['1'], { type: 'application/json' }), 'application/json', true],
  ['a file without a type', new Blob(['1']), 'application/json', true],
  ['bytes', new Uint8Array(1), 'application/json', true],
  ['bytes', new Uint8Array(1), 'multipart/form-data', false],
  ['text', '{}', 'application/json', true],
  ['text', '{}', 'application/vnd.api+json', true],
  ['text', '--x--', 'multipart/mixed; boundary=x', true],
  ['no body', undefined, 'application/json', true],
])('%s, %p: whether it is sent with Content-Type %s is %p', (_name, body, type, isKept) => {
  const expected = isKept ? { 'content-type': type, 'x-a': '1' } : { 'x-a': '1' };
  expect(headersFor(body, { 'Content-Type': type, 'x-a': '1' })).toEqual(expected);
  expect(headersFor(body, { 'x-a': '0' }, { 'Content-Type': type, 'X-A': '1' })).toEqual(expected);
});
