import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { inspect } from '../../inspect/inspect.ts';
import { DEVELOPMENT } from '../../../shared/development.ts';
import type { StorePlugin } from '../../../kernel/store/Plugins.ts';
import type { Store } from '../../../kernel/store/Store.ts';
import { type Redact, Redactor } from '../redact.ts';
import { ReduxBridge } from './ReduxBridge.ts';
import { extensionOfPage } from './extension.ts';

/** Options of `reduxDevtools`. */
export interface ReduxDevtoolsOptions {
  /** The name of the timeline in the extension. Default `Streambed`. */
  readonly name?: string | undefined;
  /** Which members of records, results and args are hidden. Default: those with names of secrets. */
  readonly redact?: Redact | undefined;
  /** Provides the timer between two messages. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The extension keeps so many actions, … */
const MAX_AGE = 50;

/** … and offers the buttons that mean something for a store of server data. */
const FEATURES = {
  pause: true,
  lock: false,
  persist: false,
  export: true,
  import: 'custom',
  jump: true,
  skip: false,
  reorder: false,
  dispatch: true,
  test: false,
} as const;

/**
 * A plugin for the browser extension Redux DevTools: it lists the commits of the store, and travels
 * in time. Without the extension, and in production builds, it does nothing.
 *
 * @example
 * ```ts
 * const store = createStore({ plugins: [reduxDevtools({ name: 'Shop' })] });
 * ```
 */
export function reduxDevtools(options: ReduxDevtoolsOptions = {}): StorePlugin {
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function reduxDevtools(store) {
    if (DEVELOPMENT) return startBridge(store, options);
    return undefined;
  };
}

/** Connects until the returned function is called; `undefined` without the extension. */
function startBridge(
  store: Store,
  { name = 'Streambed', redact, scheduler = asyncScheduler }: ReduxDevtoolsOptions,
): (() => void) | undefined {
  const connection = extensionOfPage()?.connect({ name, maxAge: MAX_AGE, features: FEATURES });
  if (!connection) return undefined;
  const options = { maxAge: MAX_AGE, redactor: new Redactor(redact), scheduler };
  const bridge = new ReduxBridge(store, inspect(store), connection, options);
  return () => bridge.end();
}
