import { AnswerError } from '../../../src/http/rest/AnswerError.ts';
import { NetworkError } from '../../../src/http/rest/NetworkError.ts';
import { StreambedError } from '../../../src/shared/StreambedError.ts';

const request = {
  endpoint: 'getUser',
  method: 'GET',
  url: 'https://ann:secret@example.com/users/1?a=@',
};

describe('NetworkError', () => {
  const response = new Response('{}', { status: 401, headers: { 'set-cookie': 'sid=secret' } });
  const error = new NetworkError({ ...request, status: 401, body: { a: 1 }, response });

  it('is an Error and a StreambedError with its own name', () => {
    expect(error).toBeInstanceOf(Error);
    expect(StreambedError.is(error)).toBe(true);
    expect([error.name, error.code, error.status]).toEqual(['NetworkError', 'SB_NETWORK', 401]);
  });

  it('names endpoint, method and status', () => {
    expect(error.message).toContain('Endpoint "getUser": GET got status 401.');
  });

  it('contains no secrets when it is printed or sent', () => {
    const printed = `${String(error)} ${JSON.stringify(error)} ${Object.values(error).join(' ')}`;
    expect(printed).not.toMatch(/secret|users/);
    expect(error.url).toBe('https://example.com/users/1?a=@');
    expect(Object.keys(error)).not.toContain('response');
    expect(error.response).toBe(response);
  });

  it('keeps the cause of a request without response', () => {
    const cause = new TypeError('fetch failed');
    const failed = new NetworkError({ ...request, status: 0, cause });
    expect(failed.cause).toBe(cause);
    expect(failed.message).toContain('got no complete response');
    expect('cause' in error).toBe(false);
  });

  it.each([
    ['the platform', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })],
    [
      'the platform, inside of that of fetch',
      new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
    ],
  ])('names the code of a cause from %s', (_, cause) => {
    const { message } = new NetworkError({ ...request, status: 0, cause });
    expect(message).toContain('GET got no complete response (ENOTFOUND).');
  });

  it.each([
    [new TypeError('fetch is not a function'), 'fetch is not a function'],
    [new ReferenceError('Request is not defined'), 'Request is not defined'],
    [Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }), 'urlPrefix'],
  ])('names the mistake of the program in %s', (cause, mistake) => {
    const { message } = new NetworkError({ ...request, status: 0, cause });
    expect(message).toContain(mistake);
    expect(message).not.toMatch(/offline|CORS|secret/);
  });

  it('says nothing of the connection when there is a response', () => {
    expect(error.message).not.toMatch(/offline|CORS/);
  });

  it.each([[undefined], [null], ['text'], [{ code: 7 }], [{ cause: null }]])(
    'names no code of the cause %j',
    (cause) => {
      const { message } = new NetworkError({ ...request, status: 0, cause });
      expect(message).toContain('GET got no complete response: the device is offline');
    },
  );
});

describe('AnswerError', () => {
  const init = { ...request, status: 200, contentType: 'text/html', text: 'x'.repeat(1_000) };
  const error = new AnswerError('SB_CONTENT_TYPE', 'the schema needs JSON', init);

  it('has code, status, content type and the first 300 characters', () => {
    expect(error).toMatchObject({
      name: 'AnswerError',
      code: 'SB_CONTENT_TYPE',
      status: 200,
      contentType: 'text/html',
      text: 'x'.repeat(300),
      url: 'https://example.com/users/1?a=@',
    });
  });

  it('describes the problem and its fix in the message', () => {
    expect(error.message).toContain(
      'Endpoint "getUser": GET got status 200 with content type text/html: the schema needs JSON.',
    );
    expect(error.message).toContain('[SB_CONTENT_TYPE]');
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/secret|users|xxx/);
  });
});
