import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { StreambedError } from '../shared/StreambedError.ts';

/** Where an error came from that nobody else can take. */
export interface ErrorContext {
  /** The key or query whose listener threw. */
  readonly key: string;
}

/** How a store behaves. All lengths of time are ms. */
export interface StoreOptions {
  /** How long answers are fresh, counted from their arrival, where the endpoint does not say. Default 60,000. */
  readonly dataExpiryLength?: number;
  /** How long failures are fresh, where the endpoint does not say. Default 1,000. */
  readonly errorExpiryLength?: number;
  /** How long a key stays as it is after its last subscriber. Default 5,000. */
  readonly graceTime?: number;
  /** How long data is kept that nobody observes. Default 300,000. */
  readonly gcTime?: number;
  /** What requests are made with. Default: the global `fetch`, looked up for each request. */
  readonly fetch?: typeof globalThis.fetch;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
  /** Takes errors that nobody else can take, such as those of listeners. Default: the global `reportError`, else the console. */
  readonly onError?: (error: unknown, context: ErrorContext) => void;
}

/** The options with every default in its place. Throws `SB_OPTION_INVALID`. */
export function withDefaults(options: StoreOptions): Required<StoreOptions> {
  for (const name of ['dataExpiryLength', 'errorExpiryLength', 'graceTime', 'gcTime'] as const) {
    const value: unknown = options[name];
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue;
    const shown = typeof value === 'number' ? value : `a ${typeof value}`;
    throw new StreambedError('SB_OPTION_INVALID', `createStore: ${name} is ${shown}.`);
  }
  return {
    dataExpiryLength: options.dataExpiryLength ?? 60_000,
    errorExpiryLength: options.errorExpiryLength ?? 1_000,
    graceTime: options.graceTime ?? 5_000,
    gcTime: options.gcTime ?? 300_000,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    scheduler: options.scheduler ?? asyncScheduler,
    onError: options.onError ? guarded(options.onError) : reportGlobally,
  };
}

/** Who takes errors must not add to them. */
function guarded(onError: NonNullable<StoreOptions['onError']>): typeof onError {
  return (error, context) => {
    try {
      onError(error, context);
    } catch (failure) {
      reportGlobally(failure);
    }
  };
}

function reportGlobally(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
