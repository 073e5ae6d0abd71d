import { dehydrate } from '../../features/dehydrate/dehydrate.ts';
import { type PartOptions, partScript } from './parts.ts';
import type { ServerStore } from './createServerStore.ts';

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Inserts the data of a render into the HTML that React writes. React writes in bursts, and a burst
 * ends between two elements. The writer inserts parts only there, so it never has to parse HTML.
 */
export class PayloadWriter {
  readonly #store: ServerStore;
  readonly #options: PartOptions;
  readonly #burst: Uint8Array[] = [];
  #isFirst = true;

  /** Throws `SB_STORE_SHARED` if the store belongs to another response. */
  constructor(store: ServerStore, options: PartOptions) {
    store.claim();
    this.#store = store;
    this.#options = options;
  }

  /** Adds a chunk of React to the burst. */
  add(chunk: Uint8Array | string): void {
    // No copy: React does not reuse a buffer that it has written.
    this.#burst.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
  }

  /**
   * The chunks to send at the end of a burst: the data, then the elements made of it. Only the
   * shell comes before its data, because nothing may precede the document; `hydrate().ready` waits
   * for that data.
   */
  takeBurst(): Uint8Array[] {
    const burst = this.#burst.splice(0);
    if (burst.length === 0) return burst;
    const part = this.#part();
    if (!this.#isFirst) return [...part, ...burst];
    this.#isFirst = false;
    return [...burst, ...part];
  }

  /** The chunks to send at the end of the page. */
  takeRest(): Uint8Array[] {
    return [...this.takeBurst(), ...this.#part()];
  }

  #part(): Uint8Array[] {
    const state = this.#store.takePart() ?? (this.#isFirst ? this.#emptyState() : undefined);
    return state ? [encoder.encode(partScript(state, this.#options))] : [];
  }

  /** The shell always has a part, because the browser waits for it. */
  #emptyState() {
    return dehydrate(this.#store, []);
  }
}
