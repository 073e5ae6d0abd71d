import { asyncScheduler, defer, throwError } from 'rxjs';
import type { EndpointInterface, ReadEndpoint } from '../../data/endpoint/EndpointInterface.ts';
import type { Interceptor } from '../../kernel/requests/Interceptor.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { createStore } from '../../kernel/store/createStore.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StoreOptions } from '../../kernel/store/StoreOptions.ts';
import type { Fixture, Fixtures } from './Fixture.ts';
import { call, FixtureList, isFunction, missingFixture, responseOf } from './FixtureList.ts';
import { RequestLog, type RequestRecord } from './RequestLog.ts';
import { VirtualClock } from './VirtualClock.ts';

/** Options of {@link createTestStore}: those of a store, and these. */
export interface TestStoreOptions extends StoreOptions {
  /** Respond to the requests. A function is called once per store. Default: none. */
  readonly fixtures?: Fixtures | undefined;
  /** Are in the store from the start, as if they had been fetched. Default: none. */
  readonly initialFixtures?: readonly Fixture[] | undefined;
  /**
   * Whether requests without a fixture are sent. Default `false`: they fail with
   * `SB_FIXTURE_MISSING`.
   */
  readonly passThrough?: boolean | undefined;
  /**
   * `'virtual'`: time passes only by `advance()`, and starts at 2000-01-01T00:00:00Z. `'real'`: time
   * passes by itself. Default `'virtual'`; with a `scheduler` of your own, time is that of the
   * scheduler.
   */
  readonly time?: 'virtual' | 'real' | undefined;
}

/** A store with fixtures as its server. */
export interface TestStore extends Store {
  /** Puts fixtures before those that the store has. */
  use(...fixtures: readonly Fixture[]): void;
  /**
   * Lets `ms` of virtual time pass: timers run at their time, in order, and promises settle in
   * between. Rejects with `SB_CLOCK_REAL` if the time of the store is not virtual.
   */
  advance(ms: number): Promise<void>;
  /** The requests that were sent, of all endpoints or of one, in order; each try is one. */
  requests(endpoint?: EndpointInterface): readonly RequestRecord[];
  /** The last request that was sent, of all endpoints or of one. */
  lastRequest(endpoint?: EndpointInterface): RequestRecord | undefined;
  /**
   * Resolves when every request has settled, and every request that followed from it. No virtual
   * time passes: rejects with `SB_UNSETTLED` if a request waits for a delay.
   */
  settled(): Promise<void>;
  /**
   * Throws `SB_UNSETTLED` if a request is in flight, and `SB_FIXTURE_MISSING` if a request had no
   * fixture. For the end of each test.
   */
  assertSettled(): void;
}

/**
 * Creates a store for tests. Fixtures respond to its requests, in place of `fetch` and behind your
 * interceptors; a request without a fixture fails with the fixture to add in its message.
 *
 * @example
 * ```ts
 * const store = createTestStore({
 *   fixtures: [fixture({ endpoint: getUser, args: [{ id: '1' }], response: { id: '1', name: 'Ann' } })],
 * });
 * ```
 */
export function createTestStore(options: TestStoreOptions = {}): TestStore {
  const {
    fixtures = [],
    initialFixtures = [],
    passThrough = false,
    time = 'virtual',
    interceptors = [],
    ...storeOptions
  } = options;
  const clock = storeOptions.scheduler || time === 'real' ? undefined : new VirtualClock();
  const scheduler = storeOptions.scheduler ?? clock ?? asyncScheduler;
  const list = new FixtureList(fixtures);
  const log = new RequestLog();

  const respond: Interceptor = (request, next) => {
    const response$ = defer(() => {
      const fixture = list.take(request);
      if (fixture) return responseOf(fixture, request, next, scheduler);
      if (passThrough) return next(request);
      const error = missingFixture(request);
      log.missed(error);
      return throwError(() => error);
    });
    return log.follow(request, response$, () => scheduler.now());
  };

  const store = createStore({
    ...storeOptions,
    scheduler,
    interceptors: [...interceptors, respond],
  });
  for (const fixture of initialFixtures) receive(store, fixture);

  return Object.assign(store, {
    use: (...more: readonly Fixture[]) => list.use(more),
    async advance(ms: number) {
      if (clock) return clock.advance(ms);
      throw new StreambedError(
        'SB_CLOCK_REAL',
        'advance(): the time of this store is not virtual.',
      );
    },
    requests: (endpoint?: EndpointInterface) => log.of(endpoint),
    lastRequest: (endpoint?: EndpointInterface) => log.of(endpoint).at(-1),
    settled: () => log.settled(clock === undefined),
    assertSettled: () => log.assertSettled(),
  });
}

/** Stores a fixture as if it had been fetched. */
function receive(store: Store, { endpoint, args = [], error, response }: Fixture): void {
  if (error !== undefined) {
    // The cast holds: only reads have a state.
    store.setError(endpoint as ReadEndpoint, ...[...args, error as Error]);
  } else {
    const value = isFunction(response) ? call(response, args) : response;
    store.setResponse(endpoint, ...[...args, value]);
  }
}
