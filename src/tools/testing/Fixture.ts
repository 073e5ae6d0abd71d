import type { ArgsOf, EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';

/** A value that a server can send, already parsed. */
type Response = string | number | boolean | bigint | object | null | undefined;

/** When and how often a fixture responds. */
interface Timing<Args extends readonly unknown[]> {
  /**
   * How long the response takes, in ms of the store's clock, or a function of the args. Default: it
   * arrives in a microtask, without any time passing.
   */
  readonly delay?: number | ((...args: Args) => number) | undefined;
  /**
   * When a function computes the response: when the request is sent, as a server with a slow
   * connection does, or when the delay is over. Default `'send'`.
   */
  readonly computeAt?: 'send' | 'arrival' | undefined;
  /** Whether it responds to one request only. Default `false`. */
  readonly once?: boolean | undefined;
}

/** The outcome of requests: exactly one of three. */
type Outcome<Args extends readonly unknown[]> =
  | {
      /**
       * What the endpoint's own function would return: the response, parsed and processed; or a
       * function of the args that returns it, also as a promise or an observable. What the function
       * throws is the failure.
       */
      readonly response: ((...args: Args) => unknown) | Response;
      readonly error?: undefined;
      readonly fetch?: undefined;
    }
  | {
      /** The failure. */
      readonly error: unknown;
      readonly response?: undefined;
      readonly fetch?: undefined;
    }
  | {
      /**
       * Replaces `fetch` for the endpoint, so that its URL, headers, body and parsing are the real
       * ones. Returns a `Response`, or a value that is sent as JSON.
       */
      readonly fetch: (url: string, init: RequestInit) => unknown;
      readonly response?: undefined;
      readonly error?: undefined;
    };

/** What {@link fixture} accepts for an endpoint. */
export type FixtureFor<E extends EndpointInterface> = {
  readonly endpoint: E;
  /** The args of the call. Default: any args. */
  readonly args?: ArgsOf<E> | undefined;
} & Timing<ArgsOf<E>> &
  Outcome<ArgsOf<E>>;

/** A prepared outcome for the requests of an endpoint, or for those with certain args. */
export type Fixture = {
  readonly endpoint: EndpointInterface;
  readonly args?: readonly unknown[] | undefined;
} & Timing<never> &
  Outcome<never>;

/**
 * Fixtures, or a function that makes them for each store: its variables are then the data of a fake
 * server that starts anew with each test.
 */
export type Fixtures = readonly Fixture[] | (() => readonly Fixture[]);

/**
 * Returns what it was given, with args and functions typed by the endpoint.
 *
 * @example
 * ```ts
 * const ann = fixture({ endpoint: getUser, args: [{ id: '1' }], response: { id: '1', name: 'Ann' } });
 * const down = fixture({ endpoint: getUser, error: new Error('down'), delay: 100, once: true });
 * const any = fixture({ endpoint: getUser, response: ({ id }) => ({ id, name: `User ${id}` }) });
 * ```
 */
export function fixture<E extends EndpointInterface>(options: FixtureFor<E>): Fixture {
  return options;
}
