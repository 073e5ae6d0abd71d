import type { EndpointInterface } from './EndpointInterface.ts';
import type { RequestContext } from './RequestContext.ts';

/**
 * Runs the function of an endpoint for one request and gives what it returns: a promise, an observable, an async
 * iterable or a value. `this.context` is the request; the endpoint itself stays as it is.
 */
export function runEndpoint(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  context: RequestContext,
): unknown {
  // Whoever gives the arguments was checked against the type of the endpoint.
  const given = args as never;
  // A request may be shared by callers with signals of their own; what aborts it is its signal.
  const signal = endpoint.signal && { signal: { value: context.signal } };
  const members = { context: { value: context }, ...signal };
  const scoped = Object.create(endpoint, members) as EndpointInterface;
  return endpoint.fetch ? endpoint.fetch.apply(scoped, given) : endpoint.apply(scoped, given);
}
