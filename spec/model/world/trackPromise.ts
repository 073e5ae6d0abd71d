import { ABORTED } from '../operations/abort.ts';
import type { Caller } from './Caller.ts';
import type { Request } from '../model/Request.ts';
import { show, showError } from './show.ts';
import type { Promised, World } from './World.ts';

/**
 * Records how a promise of the store settles, beside the expected outcome: that of a request, or a
 * text.
 */
export function trackPromise(
  { promises }: World,
  name: string,
  promise: Promise<unknown>,
  expected: Request | string,
  caller?: Caller,
): void {
  const promised: Promised = {
    name,
    expected: () => {
      if (caller?.hasAborted) return ABORTED;
      return typeof expected === 'string' ? expected : expected.outcome;
    },
  };
  promises.push(promised);
  promise.then(
    (data) => (promised.actual = `ok ${show(data)}`),
    (error: unknown) => (promised.actual = `failed ${showError(error)}`),
  );
}
