import { useMemo } from 'react';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { type ExtendableEndpoint, withRequestInit } from '../rest/withRequestInit.ts';

/** Hooks in place of endpoints: `HookResource<{ get: E }>` → `{ useGet(): E }`. What is no endpoint is left out. */
export type HookResource<R> = {
  readonly [
    N in keyof R as R[N] extends EndpointInterface ? `use${Capitalize<N & string>}` : never
  ]: () => R[N];
};

/**
 * Hooks that give the endpoints of a resource with what `useRequestInit` says of each request: tokens and the like from contexts. An endpoint is the same
 * one as long as the hook gives the same `RequestInit` – keep it in `useMemo`. Headers are no part of keys: on a change of user, `store.reset()`.
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
