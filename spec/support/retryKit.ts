import { Endpoint } from '../../src/data/endpoint/Endpoint.ts';
import type { RetryOption } from '../../src/data/endpoint/RetryOption.ts';
import { NetworkError } from '../../src/http/rest/NetworkError.ts';
import type { StoreOptions } from '../../src/kernel/store/StoreOptions.ts';
import { FakeRequests } from './FakeRequests.ts';
import { storeKit } from './storeKit.ts';

/** A response with a failure status; 0: no response. */
export function failure(status: number, headers?: Record<string, string>): NetworkError {
  return new NetworkError({
    endpoint: 'read',
    method: 'GET',
    url: '/read',
    status,
    ...(headers && { response: new Response('', { status, headers }) }),
  });
}

/** A store with the longest possible pauses between tries. */
export const longPauses = (options: StoreOptions = {}) => storeKit({ random: () => 1, ...options });

/** The ms after which each further try is sent if each one fails at once. */
export function pauses(
  retry: RetryOption,
  error: Error = failure(503),
  options: StoreOptions = {},
): number[] {
  const requests = new FakeRequests();
  const { store, clock } = longPauses(options);
  void store.fetch(new Endpoint(requests.send, { name: 'read', retry }));
  const found: number[] = [];
  let waited = 0;
  requests.last.fail(error);
  for (let step = 0; step < 2_000; step++) {
    const { count } = requests;
    clock.advance(100);
    waited += 100;
    if (requests.count === count) continue;
    found.push(waited);
    waited = 0;
    requests.last.fail(error);
  }
  store.dispose();
  return found;
}
