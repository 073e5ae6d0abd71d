import type { DehydratedState } from '../dehydrate/DehydratedState.ts';
import type { Store } from '../store/Store.ts';

/** A store for one response. It notes what is read of it in the render – by hooks, or by `observe`, `select` and `query`. */
export interface ServerStore extends Store {
  /**
   * What was read, is there and was not taken before; `undefined` if there is nothing. Reads that failed are left out: their components
   * render again in the browser, which asks itself.
   */
  takePart(): DehydratedState | undefined;
  /**
   * @internal Disposes the store because the response has closed early. From then on it throws `SB_ABORTED`: a visitor who leaves is no misuse
   * of the store.
   */
  abort(): void;
  /** @internal Called for each response. Throws `SB_STORE_SHARED` the second time. */
  claim(): void;
}
