import type { Unsubscribable } from 'rxjs';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Store } from './Store.ts';
import type { StorePlugin } from './StorePlugin.ts';

/** The plugins of a store. Errors that they throw are reported. */
export class Plugins {
  readonly #report: (error: StreambedError) => void;
  readonly #ends: (() => void)[] = [];
  #isOver = false;

  constructor(report: (error: StreambedError) => void) {
    this.#report = report;
  }

  /** Starts plugins in order. */
  start(plugins: readonly StorePlugin[], store: Store): void {
    for (const plugin of plugins) {
      this.#guard(plugin, 'started', () => {
        const given = plugin(store);
        this.#ends.push(() => this.#guard(plugin, 'was ended', () => endOf(given)));
      });
      // A plugin may have disposed the store.
      if (this.#isOver) {
        this.end();
        return;
      }
    }
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
      this.#report(new StreambedError('SB_PLUGIN', what, { cause }));
    }
  }
}

function endOf(given: (() => void) | Unsubscribable | void): void {
  if (typeof given === 'function') given();
  else given?.unsubscribe();
}
