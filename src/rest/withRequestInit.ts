import { headerRecord } from './headerRecord.ts';

/** An endpoint with a `requestInit`. */
export interface ExtendableEndpoint {
  readonly requestInit?: RequestInit | undefined;
  extend(options: { readonly requestInit: RequestInit }): unknown;
}

/**
 * Returns the endpoint with `init` merged into its `requestInit`, headers one by one; the endpoint
 * itself if `init` is undefined.
 */
export function withRequestInit(
  endpoint: ExtendableEndpoint,
  init: RequestInit | undefined,
): unknown {
  if (!init) return endpoint;
  const own = endpoint.requestInit;
  const headers = { ...headerRecord(own?.headers), ...headerRecord(init.headers) };
  return endpoint.extend({ requestInit: { ...own, ...init, headers } });
}
