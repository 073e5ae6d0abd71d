import {
  concatMap,
  defer,
  firstValueFrom,
  from,
  type Observable,
  type SchedulerLike,
  timer,
} from 'rxjs';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import type { InterceptedRequest } from '../../kernel/requests/Interceptor.ts';
import { toObservable } from '../../kernel/requests/toObservable.ts';
import { encodeKey } from '../../shared/encodeKey.ts';
import { isPromiseLike } from '../../shared/isPromiseLike.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { Fixture, Fixtures } from './Fixture.ts';

type Send = (request: InterceptedRequest) => Observable<unknown>;

/** Longer args are cut in messages. */
const ARGS_LENGTH = 300;

/** The fixtures of a store. The first one that matches a request responds to it. */
export class FixtureList {
  readonly #fixtures: Fixture[];

  constructor(fixtures: Fixtures) {
    this.#fixtures = [...(typeof fixtures === 'function' ? fixtures() : fixtures)];
  }

  /** Puts fixtures before the others. */
  use(fixtures: readonly Fixture[]): void {
    this.#fixtures.unshift(...fixtures);
  }

  /** The fixture that responds to a request; one that responds once is removed. */
  take(request: InterceptedRequest): Fixture | undefined {
    const index = this.#fixtures.findIndex((fixture) => matches(fixture, request));
    const found = this.#fixtures[index] as Fixture | undefined;
    if (found?.once) this.#fixtures.splice(index, 1);
    return found;
  }
}

/**
 * The response of a fixture, as often as it is subscribed to. `send` runs the endpoint's own
 * function; `time` is the scheduler of the delay.
 */
export function responseOf(
  { computeAt, delay, error, fetch, response }: Fixture,
  request: InterceptedRequest,
  send: Send,
  time: SchedulerLike,
): Observable<unknown> {
  return defer(() => {
    const ms = isFunction(delay) ? call<number>(delay, request.args) : delay;
    // No response arrives while the request is being sent.
    const arrival$: Observable<unknown> =
      ms === undefined ? from(Promise.resolve()) : timer(ms, time);
    const after = (compute: () => unknown): Observable<unknown> => {
      const outcome = computeAt === 'arrival' ? compute : attempt(compute);
      return arrival$.pipe(concatMap(() => toObservable(outcome())));
    };
    if (fetch) return send({ ...request, fetch: fetchWith(fetch, after) });
    return after(() => {
      if (error !== undefined) throw error;
      return isFunction(response) ? call(response, request.args) : freshCopy(response);
    });
  });
}

/** Calls a function now; what it returned or threw is returned or thrown later. */
function attempt(compute: () => unknown): () => unknown {
  try {
    const value = compute();
    // A promise may reject before anything is subscribed to it.
    if (isPromiseLike(value)) value.then(undefined, () => {});
    return () => value;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

/** A `fetch` whose responses are those of a fixture. */
function fetchWith(
  respond: NonNullable<Fixture['fetch']>,
  after: (compute: () => unknown) => Observable<unknown>,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const response = await firstValueFrom(after(() => respond(url, init)));
    return response instanceof Response ? response : Response.json(response);
  };
}

/** A function of a fixture: its type names the args of its endpoint. */
type FixtureFunction<R = unknown> = (...args: never) => R;

/** Whether a member of a fixture is computed. */
export function isFunction(value: unknown): value is FixtureFunction {
  return typeof value === 'function';
}

/** Calls a function of a fixture. */
export function call<R = unknown>(fn: FixtureFunction<R>, args: readonly unknown[]): R {
  return fn(...(args as never));
}

/** Each response of a server is another object. Values that cannot be copied are passed on. */
function freshCopy(response: unknown): unknown {
  try {
    return structuredClone(response);
  } catch {
    return response;
  }
}

function matches({ endpoint, args }: Fixture, request: InterceptedRequest): boolean {
  if (!isCallOf(endpoint, request)) return false;
  if (args === undefined) return true;
  if (keyOf(endpoint, args) !== keyOf(request.endpoint, request.args)) return false;
  return !request.sideEffect || sameArgs(args, request.args);
}

/** Whether a request is a call of an endpoint, or of a variant that `extend` made of it. */
export function isCallOf(
  endpoint: EndpointInterface,
  request: Pick<InterceptedRequest, 'endpoint' | 'key'>,
): boolean {
  if (endpoint === request.endpoint) return true;
  const hasSameEffect = (endpoint.sideEffect === true) === (request.endpoint.sideEffect === true);
  return hasSameEffect && endpoint.testKey?.(request.key) === true;
}

function keyOf(endpoint: EndpointInterface, args: readonly unknown[]): string {
  return endpoint.key(...(args as never[]));
}

/** Whether args are equal; args that have no canonical text, such as files, equal only themselves. */
function sameArgs(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((one, i) => {
    if (Object.is(one, others[i])) return true;
    try {
      return encodeKey(one) === encodeKey(others[i]);
    } catch {
      return false;
    }
  });
}

/** The error of a request without a fixture. Its message has the fixture to add. */
export function missingFixture({ args, endpoint }: InterceptedRequest): StreambedError {
  const shown = args.map(shownArg).join(', ');
  const name = endpoint.name || 'endpoint';
  return new StreambedError(
    'SB_FIXTURE_MISSING',
    `${labelOf(endpoint)}: no fixture responds to this request. Add: fixture({ endpoint: ${name}, args: [${shown}], response: … }).`,
  );
}

function shownArg(arg: unknown): string {
  try {
    const text = JSON.stringify(arg) ?? String(arg);
    return text.length > ARGS_LENGTH ? `${text.slice(0, ARGS_LENGTH)} …` : text;
  } catch {
    return Object.prototype.toString.call(arg);
  }
}
