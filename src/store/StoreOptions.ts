import { asyncScheduler, isObservable, type Observable } from 'rxjs';
import type { CollectorOptions } from '../collector/Collector.ts';
import { isLength, optionProblem } from '../endpoint/optionProblem.ts';
import { safeRedirects } from '../endpoint/safeRedirects.ts';
import { reportGlobally } from '../shared/reportGlobally.ts';
import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { Clock } from '../requests/Clock.ts';
import type { RequestOptions } from '../requests/RequestOptions.ts';
import type { StorePlugin } from './StorePlugin.ts';

/** How a store behaves. All lengths of time are ms. */
export interface StoreOptions extends RequestOptions, CollectorOptions {
  /** How long a key stays as it is after its last subscriber. Default 5,000. */
  readonly graceTime?: number;
  /** Run beside the store until it is disposed; started in this order, ended in the reverse one. Default none. */
  readonly plugins?: readonly StorePlugin[];
  /** Whether polling goes on, see `live` of `streambed/live`; while not, no key is polled, and then each that was due, once. Default: while the page can be seen and is online; where there is no page, always. */
  readonly active$?: Observable<boolean>;
}

/** The options with every default in its place, but for that of `active$`: only programs that poll load it. */
export type KnownOptions = Required<Omit<StoreOptions, 'active$'>> & Pick<StoreOptions, 'active$'>;

/** Puts the defaults in their places. Throws `SB_OPTION_INVALID`. */
export function withDefaults(options: StoreOptions): KnownOptions {
  for (const name of Object.keys(options) as (keyof StoreOptions)[]) {
    const problem = optionProblem(name, options[name]) ?? storeOptionProblem(name, options[name]);
    if (problem === undefined) continue;
    throw new StreambedError(SB_OPTION_INVALID, `createStore: ${problem}.`);
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

/** What is wrong with an option that only stores have. */
function storeOptionProblem(name: keyof StoreOptions, value: unknown): string | undefined {
  switch (name) {
    case 'graceTime':
    case 'gcTime':
      return optionProblem(name, value, isLength);
    case 'fetch':
    case 'onError':
    case 'random':
      if (value === undefined || typeof value === 'function') return undefined;
      return `${name} is no function`;
    case 'interceptors':
    case 'plugins':
      if (value === undefined) return undefined;
      if (Array.isArray(value) && value.every((one) => typeof one === 'function')) return undefined;
      return `${name} is no array of functions`;
    case 'active$':
      if (value === undefined || isObservable(value)) return undefined;
      return `${name} is no observable`;
    default:
      return undefined;
  }
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
