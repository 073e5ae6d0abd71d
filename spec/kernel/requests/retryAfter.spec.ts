import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { failure, longPauses, pauses } from '../../support/retryKit.ts';

describe('a Retry-After header', () => {
  const waitsFor = (
    retryAfter: string,
    headers: Record<string, string> = {},
    random = 0,
  ): number[] =>
    pauses({ count: 1 }, failure(429, { 'retry-after': retryAfter, ...headers }), {
      random: () => random,
    });

  it('in seconds delays the retry', () => {
    expect(waitsFor('7')).toEqual([7_000]);
  });

  it('is spread by jitter, so that clients do not retry together (G10)', () => {
    expect(waitsFor('7', {}, 0.5)).toEqual([7_500]);
  });

  it('with a date delays the retry', () => {
    // The kit's clock starts at 1,000,000 ms.
    expect(waitsFor(new Date(1_009_000).toUTCString())).toEqual([9_000]);
  });

  it('with a date counts from the Date header of the response, whatever the clock says (G9)', () => {
    const at = Date.UTC(2031, 0, 1);
    const headers = { date: new Date(at).toUTCString() };
    expect(waitsFor(new Date(at + 5_000).toUTCString(), headers)).toEqual([5_000]);
  });

  it('is capped by maxDelay', () => {
    expect(waitsFor('3600')).toEqual([30_000]);
    expect(waitsFor('9'.repeat(400))).toEqual([30_000]);
  });

  it.each(['', 'soon', '-5', '1.5', 'NaN', new Date(0).toUTCString()])(
    'with the value "%s" is ignored',
    (text) => {
      expect(waitsFor(text, {}, 1)).toEqual([1_000]);
    },
  );

  it('is read from the response of a RestEndpoint', async () => {
    let sent = 0;
    const { store, clock } = longPauses({
      random: () => 0,
      retry: 1,
      fetch: async () =>
        ++sent === 1
          ? new Response('busy', { status: 503, headers: { 'retry-after': '5' } })
          : Response.json('a'),
    });
    const fetched = store.fetch(new RestEndpoint({ path: '/thing' }));
    await new Promise(setImmediate);
    clock.advance(4_999);
    expect(sent).toBe(1);
    clock.advance(1);
    expect(await fetched).toBe('a');
  });

  it('has no effect without retry', () => {
    expect(pauses(false, failure(503, { 'retry-after': '1' }))).toEqual([]);
  });
});
