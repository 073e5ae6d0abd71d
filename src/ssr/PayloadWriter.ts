import { dehydrate } from '../dehydrate/dehydrate.ts';
import type { PartOptions } from './partProps.ts';
import { partScript } from './partScript.ts';
import type { ServerStore } from './ServerStore.ts';

const encoder = new TextEncoder();

/**
 * Puts the data of a render between what React writes. React writes in bursts, and at the end of each the page is between two elements: only
 * there a part is put, so that it need not be looked into what React has written.
 */
export class PayloadWriter {
  readonly #store: ServerStore;
  readonly #options: PartOptions;
  readonly #burst: Uint8Array[] = [];
  #isFirst = true;

  /** Throws `SB_STORE_SHARED`. */
  constructor(store: ServerStore, options: PartOptions) {
    store.claim();
    this.#store = store;
    this.#options = options;
  }

  /** React writes. */
  add(chunk: Uint8Array | string): void {
    // React reuses no buffer that it has given away.
    this.#burst.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
  }

  /**
   * What to send at the end of a burst: the data before the elements that were made of it. Only the shell comes before its data, because nothing may come
   * before it; `hydrate().ready` waits for that.
   */
  takeBurst(): Uint8Array[] {
    const burst = this.#burst.splice(0);
    if (burst.length === 0) return burst;
    const part = this.#part();
    if (!this.#isFirst) return [...part, ...burst];
    this.#isFirst = false;
    return [...burst, ...part];
  }

  /** What is left at the end of the page. */
  takeRest(): Uint8Array[] {
    return [...this.takeBurst(), ...this.#part()];
  }

  #part(): Uint8Array[] {
    const state = this.#store.takePart() ?? (this.#isFirst ? this.#nothing() : undefined);
    return state ? [encoder.encode(partScript(state, this.#options))] : [];
  }

  /** The shell has a part in any case: the browser waits for it. */
  #nothing() {
    return dehydrate(this.#store, []);
  }
}
