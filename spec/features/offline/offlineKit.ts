import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import type { OfflineOptions } from '../../../src/features/offline/OfflineOptions.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import type { SettledMutation } from '../../../src/features/offline/PendingMutation.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { type VirtualStorage, virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { User } from '../../support/entities.ts';
import { type FakeRequest, FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';
import { settle } from '../persist/persistKit.ts';

export const requests = new FakeRequests();
/** The idempotency keys of the requests. */
export const keys: (string | undefined)[] = [];

function send(this: unknown, ...args: readonly unknown[]): unknown {
  const { context } = this as Endpoint<never> & {
    readonly context: { readonly headers: Readonly<Record<string, string>> };
  };
  keys.push(context.headers['idempotency-key']);
  return requests.send(...args);
}

export interface Renamed {
  readonly id: string;
  readonly name: string;
}

export const getUser = new Endpoint((args: { id: string }) => requests.send(args), {
  name: 'getUser',
  schema: User,
});

export const rename = new Endpoint(
  function (this: unknown, args: Renamed) {
    return send.call(this, args);
  },
  {
    name: 'rename',
    schema: User,
    sideEffect: true,
    getOptimisticResponse: (_snapshot: OptimisticSnapshot, args: object) => args,
  },
);

export const create = new Endpoint(
  function (this: unknown, args: { name: string }) {
    return send.call(this, args);
  },
  {
    name: 'create',
    schema: User,
    sideEffect: true,
    getOptimisticResponse: (_snapshot: OptimisticSnapshot, args: object) => args,
  },
);

export const remove = new Endpoint(
  function (this: unknown, args: { id: string }) {
    return send.call(this, args);
  },
  {
    name: 'remove',
    schema: new Invalidate(User),
    sideEffect: true,
    getOptimisticResponse: (_snapshot: OptimisticSnapshot, args: object) => args,
  },
);

/** Predicts nothing, so its rows are unknown. */
export const touch = new Endpoint(
  function (this: unknown, args: { at: number }) {
    return send.call(this, args);
  },
  { name: 'touch', sideEffect: true },
);

export const mutations = [rename, create, remove, touch];

let randoms = 0;

interface KitOptions extends Partial<OfflineOptions> {
  readonly storage?: VirtualStorage;
  /** How much later than 1,000,000 ms the program starts. */
  readonly later?: number;
  /** Whether the store has the plugin `persist`, too. */
  readonly persists?: boolean | 'after';
  readonly store?: StoreOptions;
}

/** A program with an outbox, whose server, storage and time the spec decides. */
export async function startProgram(options: KitOptions = {}) {
  const {
    later = 0,
    persists = false,
    store: own,
    storage = virtualStorage(),
    ...others
  } = options;
  const clock = new ManualClock();
  clock.adjust(later);
  const queue = offline({ name: 'spec', mutations, ...others, ...(!persists && { storage }) });
  const data = persist({ name: 'spec', storage });
  const { reported, store } = storeKit({
    // Sessions and programs have random names; waits are half of the longest one.
    random: () => 0.5 - ++randoms / 1e9,
    ...own,
    scheduler: clock,
    plugins: persists ? (persists === 'after' ? [queue, data] : [data, queue]) : [queue],
  });
  const outbox = outboxOf(store);
  const settled: SettledMutation[] = [];
  outbox.settled$.subscribe((each) => settled.push(each));
  return {
    clock,
    reported,
    store,
    storage,
    outbox,
    settled,
    name: (id = '1') => store.get(User, id)?.name,
    pending: () => outbox.pending$.getValue(),
    failed: () => outbox.failed$.getValue(),
    pass: async (ms: number) => {
      clock.advance(ms);
      await settle();
    },
    /** Another program on the data stored now, `ms` later. */
    reload: (ms = 0, more: KitOptions = {}) =>
      startProgram({ ...options, storage: storage.copy(), later: later + ms, ...more }),
  };
}

/** An error of the server. */
export function failure(status: number, headers?: Readonly<Record<string, string>>): Error {
  const response = { headers: new Headers(headers) };
  return Object.assign(new Error(`status ${status}`), { status, response });
}

/** The request that was sent last, answered. */
export async function answer(response: unknown, request: FakeRequest = requests.last) {
  request.answer(response);
  await settle();
}

export async function fail(error: unknown, request: FakeRequest = requests.last): Promise<void> {
  request.fail(error);
  await settle();
}

export { settle };
