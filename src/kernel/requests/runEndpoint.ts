import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { RequestContext } from '../../data/endpoint/RequestContext.ts';

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
  // Callers that share a request may have different signals: that of the request replaces them.
  const signal = endpoint.signal && { signal: { value: context.signal } };
  const descriptors = { context: { value: context }, ...signal };
  const scoped = Object.create(endpoint, descriptors) as EndpointInterface;
  // An endpoint may be a function with a `key`, and no `fetch`.
  return endpoint.fetch ? endpoint.fetch.apply(scoped, given) : endpoint.apply(scoped, given);
}
