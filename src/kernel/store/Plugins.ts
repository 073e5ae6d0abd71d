import type { Unsubscribable } from 'rxjs';
import type { ErrorContext } from '../requests/RequestOptions.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { Store } from './Store.ts';

/**
 * A function that runs beside a store. It is called when the store is made and returns a function
 * or a subscription that ends the plugin, or nothing. If a plugin throws, `onError` gets
 * `SB_PLUGIN`; the store and the other plugins continue.
 *
 * @example
 * ```ts
 * const log: StorePlugin = (store) => store.actions$.subscribe((action) =>
 * console.log(action.type)); ```
 */
export type StorePlugin = (store: Store) => (() => void) | Unsubscribable | void;

/** The plugins of a store. Errors that they throw are reported. */
export class Plugins {
  readonly #onError: (error: unknown, context: ErrorContext) => void;
  readonly #ends: (() => void)[] = [];
  #isOver = false;

  constructor(onError: (error: unknown, context: ErrorContext) => void) {
    this.#onError = onError;
  }

  /** Starts plugins in order. */
  start(plugins: readonly StorePlugin[], store: Store): void {
    for (const plugin of plugins) {
      if (this.#isOver) break;
      this.#guard(plugin, 'started', () => {
        const given = plugin(store);
        const end = typeof given === 'function' ? given : () => given?.unsubscribe();
        this.#ends.push(() => this.#guard(plugin, 'was ended', end));
      });
    }
    // A plugin may have disposed the store.
    if (this.#isOver) this.end();
  }

  /** Ends all plugins, in reverse order. */
  end(): void {
    this.#isOver = true;
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) end();
  }

  #guard({ name }: StorePlugin, does: string, work: () => void): void {
    try {
      work();
    } catch (cause) {
      const which = name === '' ? 'without a name' : `"${name}"`;
      const what = `The plugin ${which} threw while it ${does}.`;
      this.#onError(new StreambedError('SB_PLUGIN', what, { cause }), { key: '' });
    }
  }
}
