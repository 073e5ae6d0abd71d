import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { hasDeclaredName } from '../../data/endpoint/hasDeclaredName.ts';
import { isDuration } from '../../data/endpoint/optionProblem.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { pageChannel } from '../channel/broadcastChannel.ts';
import type { Channel } from '../channel/Channel.ts';
import { type Locks, pageLocks } from '../channel/Locks.ts';
import type { Storage } from '../storage/Storage.ts';
import type { PendingMutation } from './PendingMutation.ts';

/**
 * What becomes of a mutation after a failed try. `'retry'`: it is sent again, after a wait.
 * `'pause'`: the whole outbox waits for `resume()`. `'fail'`: it is refused, and its prediction is
 * rolled back. `'done'`: it counts as a success. `{ args }`: it is sent again at once with these
 * args, as another mutation for the server.
 */
export type Outcome = 'retry' | 'pause' | 'fail' | 'done' | { readonly args: readonly unknown[] };

/** Which mutations `offline` keeps until the server has responded, and how it sends them. */
export interface OfflineOptions {
  /** The mutations that are kept. Each has a declared name, and no two the same. */
  readonly mutations: readonly EndpointInterface[];
  /**
   * Names the storage. With the name of `persist` both share one storage. Each user of the program
   * needs another name.
   */
  readonly name: string;
  /**
   * Where mutations are kept, without a `persist` of the same name. Default: IndexedDB; where there
   * is none, mutations are sent as without the plugin.
   */
  readonly storage?: Storage | undefined;
  /**
   * Carries messages between tabs, which then show and settle the mutations of each other. Default: a
   * `BroadcastChannel` in a page; elsewhere none.
   */
  readonly channel?: Channel | undefined;
  /**
   * Have one tab send, and the next one if that is gone. Default: those of the page; elsewhere none.
   */
  readonly locks?: Locks | undefined;
  /** How long a mutation is tried, ms. Default 604,800,000: 7 days. */
  readonly maxAge?: number | undefined;
  /** How many mutations are in flight at once, if they do not wait for each other. Default 3. */
  readonly parallel?: number | undefined;
  /**
   * The header that names the mutation in each try, so that the server can leave out repetitions;
   * `null` for none. Default `Idempotency-Key`.
   */
  readonly idempotencyHeader?: string | null | undefined;
  /** Decides about a failed try; `undefined` leaves it to the default. */
  readonly outcome?: ((error: Error, mutation: PendingMutation) => Outcome | undefined) | undefined;
  /**
   * Renames a stored mutation whose name is not in `mutations`, or rewrites its args, after an
   * update of the program. `undefined` lets it fail, as does an error, which is reported.
   */
  readonly migrateMutation?: ((stored: MutationCall) => MutationCall | undefined) | undefined;
}

/** A call of a mutation, by name. */
export interface MutationCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

export interface OfflineSettings extends Pick<
  OfflineOptions,
  'name' | 'storage' | 'channel' | 'locks' | 'outcome' | 'migrateMutation'
> {
  readonly endpoints: ReadonlyMap<string, EndpointInterface>;
  readonly maxAge: number;
  readonly parallel: number;
  readonly header: string | null;
}

const WEEK = 604_800_000;

/** Fills in the defaults. Throws `SB_OPTION_INVALID`. */
export function settingsOf(options: OfflineOptions): OfflineSettings {
  const { name, mutations, storage, outcome, migrateMutation } = options;
  const { channel = pageChannel(), locks = pageLocks() } = options;
  const { maxAge = WEEK, parallel = 3, idempotencyHeader: header = 'Idempotency-Key' } = options;
  if (typeof name !== 'string' || name === '') fail('name is not a text, or an empty one');
  if (!isDuration(maxAge)) fail(`maxAge is ${String(maxAge)}`);
  if (!(parallel >= 1)) fail(`parallel is ${String(parallel)}`);
  const endpoints = new Map<string, EndpointInterface>();
  for (const endpoint of mutations) {
    const { name: own, sideEffect } = endpoint;
    if (sideEffect !== true) fail(`"${own}" of mutations is not a mutation`);
    if (!hasDeclaredName(endpoint)) fail(`"${own}" of mutations has no declared name`);
    if (endpoints.has(own)) fail(`mutations has "${own}" twice`);
    endpoints.set(own, endpoint);
  }
  const given = { name, storage, channel, locks, outcome, migrateMutation };
  return { ...given, endpoints, maxAge, parallel, header };
}

function fail(problem: string): never {
  throw new StreambedError('SB_OPTION_INVALID', `offline: ${problem}.`);
}
