import type { EndpointInterface } from './EndpointInterface.ts';
import type { RequestContext } from './RequestContext.ts';

/**
 * Calls the function of an endpoint for one request and returns its return value: a promise, an
 * observable, an async iterable or a plain value. `this.context` is the request's context; the
 * endpoint itself does not change.
 */
export function runEndpoint(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  context: RequestContext,
): unknown {
  // The cast holds: callers check their arguments against the type of the endpoint.
  const given = args as never;
  // Callers with different signals may share a request, so only the request's own signal aborts it.
  const signal = endpoint.signal && { signal: { value: context.signal } };
  const members = { context: { value: context }, ...signal };
  const scoped = Object.create(endpoint, members) as EndpointInterface;
  return endpoint.fetch ? endpoint.fetch.apply(scoped, given) : endpoint.apply(scoped, given);
}
