import { headerRecord } from '../../src/rest/requestInit.ts';

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
