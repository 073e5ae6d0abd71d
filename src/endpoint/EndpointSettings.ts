/** How the store treats the answers and requests of an endpoint. */
export interface EndpointSettings {
  /** How long data stays fresh, in ms from its arrival. Default: that of the store (60,000). */
  readonly dataExpiryLength?: number | undefined;
  /** How long an error stays fresh, in ms from its arrival. Default: that of the store (1,000). */
  readonly errorExpiryLength?: number | undefined;
  /** True: stale data is not shown, its readers suspend. Default false. */
  readonly invalidIfStale?: boolean | undefined;
  /** True: the request is aborted as soon as nobody waits for it (typeahead). Default false: it runs on and fills the cache. */
  readonly cancel?: boolean | undefined;
  /** Whether data already there stays visible beside this error (`'soft'`). Default `'hard'`: the error shows. */
  errorPolicy?(error: unknown): 'soft' | 'hard' | undefined;
}
