import { headerRecord } from './headerRecord.ts';

/** An endpoint that has a `requestInit`. */
export interface ExtendableEndpoint {
  readonly requestInit?: RequestInit | undefined;
  extend(options: { readonly requestInit: RequestInit }): unknown;
}

/** The endpoint with `init` over its own `requestInit`, headers one by one; the endpoint itself for `undefined`. */
export function withRequestInit(
  endpoint: ExtendableEndpoint,
  init: RequestInit | undefined,
): unknown {
  if (!init) return endpoint;
  const own = endpoint.requestInit;
  const headers = { ...headerRecord(own?.headers), ...headerRecord(init.headers) };
  return endpoint.extend({ requestInit: { ...own, ...init, headers } });
}
