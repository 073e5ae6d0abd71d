import { combineSignals } from '../../../src/http/rest/HttpEndpoint.ts';

describe.each(['with AbortSignal.any', 'without AbortSignal.any'])('combineSignals %s', (title) => {
  const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any')!;
  beforeAll(() => {
    if (title.startsWith('without')) Reflect.deleteProperty(AbortSignal, 'any');
  });
  afterAll(() => {
    Object.defineProperty(AbortSignal, 'any', any);
  });

  it('returns undefined without signals, and a single signal itself', () => {
    const { signal } = new AbortController();
    expect(combineSignals(undefined, null)).toBeUndefined();
    expect(combineSignals(undefined, signal, signal)).toBe(signal);
  });

  it('aborts with the first signal that aborts, for the same reason', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const combined = combineSignals(a.signal, b.signal);
    expect(combined?.aborted).toBe(false);
    b.abort('b');
    a.abort('a');
    expect([combined?.aborted, combined?.reason]).toEqual([true, 'b']);
  });

  it('is aborted from the start if one of the signals is', () => {
    const combined = combineSignals(new AbortController().signal, AbortSignal.abort('early'));
    expect([combined?.aborted, combined?.reason]).toEqual([true, 'early']);
  });
});
