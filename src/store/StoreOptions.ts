import { asyncScheduler, isObservable, type Observable } from 'rxjs';
import type { CollectorOptions } from '../collector/Collector.ts';
import { isLength, optionProblem } from '../endpoint/optionProblem.ts';
import { safeRedirects } from '../endpoint/safeRedirects.ts';
import { reportGlobally } from '../shared/reportGlobally.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { Clock } from '../requests/Clock.ts';
import type { RequestOptions } from '../requests/RequestOptions.ts';
import type { StorePlugin } from './StorePlugin.ts';

/** Options of a store. All durations are ms. */
export interface StoreOptions extends RequestOptions, CollectorOptions {
  /** How long a stream is retained after its last subscriber has left. Default 5,000. */
  readonly graceTime?: number;
  /**
   * Run until the store is disposed. Started in this order, ended in reverse order. Default: none.
   */
  readonly plugins?: readonly StorePlugin[];
  /**
   * Whether polling is active, see `live` of `streambed/live`. While this is `false` no key is
   * polled; when it becomes `true`, each key that is due is polled once. Default: `true` while the
   * page is visible and online; without a page, always.
   */
  readonly active$?: Observable<boolean>;
}

/** The options with all defaults but that of `active$`, which only programs that poll load. */
export type KnownOptions = Required<Omit<StoreOptions, 'active$'>> & Pick<StoreOptions, 'active$'>;

/** Fills in the defaults. Throws `SB_OPTION_INVALID`. */
export function withDefaults(options: StoreOptions): KnownOptions {
  for (const name of Object.keys(options) as (keyof StoreOptions)[]) {
    const problem = optionProblem(name, options[name]) ?? storeOptionProblem(name, options[name]);
    if (problem === undefined) continue;
    throw new StreambedError('SB_OPTION_INVALID', `createStore: ${problem}.`);
  }
  return {
    dataExpiryLength: options.dataExpiryLength ?? 60_000,
    errorExpiryLength: options.errorExpiryLength ?? 1_000,
    graceTime: options.graceTime ?? 5_000,
    gcTime: options.gcTime ?? 300_000,
    timeout: options.timeout ?? Infinity,
    retry: options.retry ?? false,
    interceptors: [...(options.interceptors ?? [])],
    plugins: [...(options.plugins ?? [])],
    fetch: options.fetch ?? safeRedirects((input, init) => globalThis.fetch(input, init)),
    active$: options.active$,
    scheduler: new Clock(options.scheduler ?? asyncScheduler),
    random: options.random ?? (() => Math.random()),
    onError: options.onError ? guarded(options.onError) : reportGlobally,
  };
}

/** What is wrong with an option that only stores have; `undefined` if nothing is. */
function storeOptionProblem(name: keyof StoreOptions, value: unknown): string | undefined {
  switch (name) {
    case 'graceTime':
    case 'gcTime':
      return optionProblem(name, value, isLength);
    case 'fetch':
    case 'onError':
    case 'random':
      if (value === undefined || typeof value === 'function') return undefined;
      return `${name} is not a function`;
    case 'interceptors':
    case 'plugins':
      if (value === undefined) return undefined;
      if (Array.isArray(value) && value.every((one) => typeof one === 'function')) return undefined;
      return `${name} is not an array of functions`;
    case 'active$':
      if (value === undefined || isObservable(value)) return undefined;
      return `${name} is not an observable`;
    default:
      return undefined;
  }
}

/** An `onError` that throws must not stop the store: its own failure is reported globally. */
function guarded(onError: NonNullable<StoreOptions['onError']>): typeof onError {
  return (error, context) => {
    try {
      onError(error, context);
    } catch (failure) {
      reportGlobally(failure);
    }
  };
}
