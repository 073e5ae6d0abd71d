import type { DehydratedState } from '../dehydrate/DehydratedState.ts';
import type { Store } from '../store/Store.ts';

/**
 * A store for one response. It notes what the render reads, by hooks or by `observe`, `select` and
 * `query`.
 */
export interface ServerStore extends Store {
  /**
   * The data that was read and not taken before; `undefined` if there is none. Leaves out failed
   * reads: their components render again in the browser, which fetches them.
   */
  takePart(): DehydratedState | undefined;
  /**
   * @internal Disposes the store because the response has closed early. From then on the store
   * throws `SB_ABORTED`, not `SB_DISPOSED`: a closed connection is no misuse of the store.
   */
  abort(): void;
  /** @internal Called once per response. A second call throws `SB_STORE_SHARED`. */
  claim(): void;
}
