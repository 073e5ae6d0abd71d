import { DEVELOPMENT } from '../../shared/development.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import { type SessionOptions, sessionOf } from './session/sessions.ts';

/** Options of {@link devtools}. */
export interface DevtoolsOptions extends SessionOptions {}

/**
 * A plugin that records what the store does, for the panel. Make it the first plugin: observers and
 * requests before it have neither a label nor a reason. In production builds it does nothing.
 *
 * @example
 * ```ts
 * const store = createStore({ plugins: [devtools()] });
 * ```
 */
export function devtools(options: DevtoolsOptions = {}): StorePlugin {
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function devtools(store) {
    if (DEVELOPMENT) {
      const session = sessionOf(store, options);
      return () => session.end();
    }
    return undefined;
  };
}
