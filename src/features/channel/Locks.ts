/**
 * Locks between the tabs of a program: those of a browser, `navigator.locks`. A lock is held until the
 * promise of `hold` settles, or until its tab is gone.
 */
export interface Locks {
  /**
   * Calls `hold` when the lock of the name is free, or at once with `steal`. Resolves when the lock is
   * released. Rejects when the lock is stolen, or `signal` is aborted before `hold` was called.
   */
  request(
    name: string,
    options: { readonly steal?: boolean; readonly signal?: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}

/** The locks of the browser; `undefined` outside of a page, and where there are none. */
export function pageLocks(): Locks | undefined {
  if (!('document' in globalThis)) return undefined;
  // The cast holds: members that are not there read as undefined.
  const { navigator } = globalThis as { readonly navigator?: { readonly locks?: Locks } };
  return navigator?.locks;
}
