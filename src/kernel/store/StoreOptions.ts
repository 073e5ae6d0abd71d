import { asyncScheduler } from 'rxjs';
import type { CollectorOptions } from '../collector/Collector.ts';
import { isDuration, optionProblem } from '../../data/endpoint/optionProblem.ts';
import { safeRedirects } from '../../data/endpoint/safeRedirects.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { guarded, reportGlobally } from '../../shared/reportGlobally.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { warnOfName } from '../../shared/warnOfName.ts';
import { Clock } from '../requests/Clock.ts';
import type { RequestOptions } from '../requests/RequestOptions.ts';
import { type AnyObservable, isLiveSource } from '../requests/toObservable.ts';
import type { StorePlugin } from './Plugins.ts';
import type { Defaulted } from '../../shared/Optional.ts';

/** Options of a store. All durations are ms. */
export interface StoreOptions extends RequestOptions, CollectorOptions {
  /** How long a stream is retained after its last subscriber has left. Default 5,000. */
  readonly graceTime?: number | undefined;
  /**
   * Run until the store is disposed. Started in this order, ended in reverse order. Default: none.
   */
  readonly plugins?: readonly StorePlugin[] | undefined;
  /**
   * Whether polling is active, see `live` of `streambed/live`. While this is `false` no key is
   * polled; when it becomes `true`, each key that is due is polled once. Default: `true` while the
   * page is visible and online; without a page, always.
   */
  readonly active$?: AnyObservable<boolean> | undefined;
}

/** The options with all defaults but that of `active$`, which only programs that poll load. */
export type KnownOptions = Defaulted<Omit<StoreOptions, 'active$'>> & Pick<StoreOptions, 'active$'>;

/** Fills in the defaults. Throws `SB_OPTION_INVALID`. */
export function withDefaults(options: StoreOptions): KnownOptions {
  for (const [name, value] of Object.entries(options)) {
    const [expected, isValid] = rules.get(name) ?? ['', () => true];
    const isOther = value !== undefined && !isValid(value);
    const problem = isOther ? `${name} is not ${expected}` : optionProblem(name, value);
    if (problem) throw new StreambedError('SB_OPTION_INVALID', `createStore: ${problem}.`);
  }
  const known: KnownOptions = {
    dataExpiryLength: options.dataExpiryLength ?? 60_000,
    errorExpiryLength: options.errorExpiryLength ?? 1_000,
    graceTime: options.graceTime ?? 5_000,
    gcTime: options.gcTime ?? 300_000,
    timeout: options.timeout ?? Infinity,
    retry: options.retry ?? false,
    errorPolicy: options.errorPolicy ?? (() => undefined),
    interceptors: [...(options.interceptors ?? [])],
    plugins: [...(options.plugins ?? [])],
    fetch: options.fetch ?? fetchSafely,
    active$: options.active$,
    scheduler: new Clock(options.scheduler ?? asyncScheduler),
    random: options.random ?? (() => Math.random()),
    onError: options.onError ? guarded(options.onError) : reportGlobally,
  };
  if (DEVELOPMENT) {
    const names = Object.keys(known);
    for (const name of Object.keys(options)) warnOfName(name, names, 'createStore', true);
  }
  return known;
}

/** The global `fetch`, looked up for each request. */
function fetchSafely(...request: Parameters<typeof globalThis.fetch>): Promise<Response> {
  return safeRedirects(globalThis.fetch)(...request);
}

const aDuration = ['a duration', isDuration] as const;
const aFunction = ['a function', isFunction] as const;
const functions = [
  'an array of functions',
  (value: unknown) => Array.isArray(value) && value.every(isFunction),
] as const;

/** What the options must be that only stores have. */
const rules = new Map<string, readonly [expected: string, isValid: (value: unknown) => boolean]>([
  ['graceTime', aDuration],
  ['gcTime', aDuration],
  ['fetch', aFunction],
  ['onError', aFunction],
  ['errorPolicy', aFunction],
  ['random', aFunction],
  ['interceptors', functions],
  ['plugins', functions],
  ['active$', ['an observable', isLiveSource]],
]);

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
