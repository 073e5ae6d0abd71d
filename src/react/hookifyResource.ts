import { useMemo } from 'react';
import type { EndpointInterface } from '../data/endpoint/EndpointInterface.ts';
import { headerRecord } from '../shared/web/headersFor.ts';

/** An endpoint with a `requestInit`. */
interface ExtendableEndpoint {
  readonly requestInit?: RequestInit | undefined;
  extend(options: { readonly requestInit: RequestInit }): unknown;
}

/**
 * Hooks in place of endpoints: `HookResource<{ get: E }>` → `{ useGet(): E }`. Members that are no
 * endpoints are left out.
 */
export type HookResource<R> = {
  readonly [
    N in keyof R as R[N] extends EndpointInterface ? `use${Capitalize<N & string>}` : never
  ]: () => R[N];
};

/**
 * Hooks that return the endpoints of a resource with the `RequestInit` of `useRequestInit` added to
 * each request: tokens and the like from contexts. A hook returns the same endpoint for the same
 * `RequestInit` – keep it in `useMemo`. Headers are not part of keys: call `store.reset()` when the
 * user changes.
 *
 * @example
 * ```tsx
 * const UserHooks = hookifyResource(UserResource, () => useContext(AuthContext).requestInit);
 * const user = useSuspense(UserHooks.useGet(), { id });
 * ```
 */
export function hookifyResource<R extends object>(
  resource: R,
  useRequestInit: () => RequestInit | undefined,
): HookResource<R> {
  const hooks: Record<string, () => unknown> = {};
  for (const [name, endpoint] of Object.entries(resource)) {
    if (!isEndpoint(endpoint)) continue;
    hooks[`use${name.charAt(0).toUpperCase()}${name.slice(1)}`] = function useEndpoint() {
      const init = useRequestInit();
      return useMemo(() => withRequestInit(endpoint, init), [init]);
    };
  }
  // The cast holds: the names and endpoints are those of the resource.
  return hooks as HookResource<R>;
}

/** `extend` of the resource itself is a function too. */
function isEndpoint(member: unknown): member is ExtendableEndpoint {
  return typeof member === 'function' && 'extend' in member && 'key' in member;
}

/**
 * Returns the endpoint with `init` merged into its `requestInit`, headers one by one; the endpoint
 * itself if `init` is undefined.
 */
function withRequestInit(endpoint: ExtendableEndpoint, init: RequestInit | undefined): unknown {
  if (!init) return endpoint;
  const own = endpoint.requestInit;
  const headers = { ...headerRecord(own?.headers), ...headerRecord(init.headers) };
  return endpoint.extend({ requestInit: { ...own, ...init, headers } });
}
