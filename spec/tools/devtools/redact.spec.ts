import fc from 'fast-check';
import { Redactor, summaryOf } from '../../../src/tools/devtools/redact.ts';
import { StreambedError } from '../../../src/shared/StreambedError.ts';
import { encodeKey } from '../../../src/shared/encodeKey.ts';

describe('Redactor', () => {
  const { plain, text } = bound(new Redactor());

  it.each([
    'password',
    'newPassword',
    'access_token',
    'refreshToken',
    'Authorization',
    'set-cookie',
    'clientSecret',
    'apiKey',
    'x-api-key',
    'private_key',
    'sessionId',
    'jwt',
    'pin',
  ])('hides the member %s', (name) => {
    expect(plain({ [name]: 'geheim', list: [{ [name]: { inner: 1 } }] })).toEqual({
      [name]: '[redacted]',
      list: [{ [name]: '[redacted]' }],
    });
    expect(text(`getIt [{"${name}":"geheim"}]`)).toBe(`getIt [{"${name}":"[redacted]"}]`);
    expect(text(`GET /it?a=1&${name}=geheim&b=2`)).toBe(`GET /it?a=1&${name}=[redacted]&b=2`);
  });

  it.each(['author', 'spin', 'pinned', 'passenger', 'compass', 'authorId', 'keyword', 'shipping'])(
    'shows the member %s',
    (name) => {
      expect(plain({ [name]: 'a' })).toEqual({ [name]: 'a' });
      expect(text(`GET /it?${name}=a`)).toBe(`GET /it?${name}=a`);
    },
  );

  it('hides values that look like secrets, and the password of a URL', () => {
    const url = new URL('https://ann:geheim@example.org/?token=geheim&a=1');
    const hidden = plain({ a: 'Bearer abcdefghijkl', b: 'eyJhbGciOiJIUzI1.eyJzdWIi.abc', url });
    expect(hidden).toMatchObject({ a: '[redacted]', b: '[redacted]' });
    expect(String((hidden as { url: URL }).url)).toBe('https://example.org/?token=[redacted]&a=1');
  });

  it('hides members of maps, and whole values in keys', () => {
    expect(plain(new Map([['token', 'geheim']]))).toEqual(new Map([['token', '[redacted]']]));
    expect(text('logIn [{"credentials":{"a":["geheim","}"],"b":"]"},"id":"1"}]')).toBe(
      'logIn [{"credentials":"[redacted]","id":"1"}]',
    );
  });

  it('keeps missing values, and replaces cycles and deep values by texts', () => {
    expect(plain({ token: null, secret: undefined })).toEqual({ token: null, secret: undefined });
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(plain(cycle)).toEqual({ self: '[circular]' });
    let deep: unknown = 'end';
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(JSON.stringify(plain(deep))).toContain('[…]');
  });

  it('finds the secret in the key of any args', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), value, (others, secret) => {
        const marked = { deep: ['geheim', secret] };
        const key = encodeKey([{ ...others, token: marked, wrapped: [{ password: 'geheim' }] }]);
        expect(text(`call ${key}`)).not.toContain('geheim');
      }),
    );
  });
});

describe('summaryOf', () => {
  it('has the message of an error of the program, and no part of a response', () => {
    expect(summaryOf(new TypeError('No such member.'))).toBe('TypeError: No such member.');
    const error = new StreambedError('SB_ANSWER_SHAPE', 'The response is geheim.');
    expect(summaryOf(error)).toBe('StreambedError SB_ANSWER_SHAPE');
  });
});

function bound(redactor: Redactor) {
  return {
    plain: (value: unknown): unknown => redactor.plain(value),
    text: (value: string): string => redactor.text(value),
  };
}
