import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { type Outbox, outboxOf } from '../../../src/features/offline/OutboxState.ts';
import type { PendingMutation } from '../../../src/features/offline/PendingMutation.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import type { StorePlugin } from '../../../src/kernel/store/Plugins.ts';
import type { TabPlatform, TestTab, TestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import type { OfflineServer } from './OfflineServer.ts';
import type { StorageLimit } from './StorageLimit.ts';

class Todo extends Entity {
  id = '';
  title = '';
  static override readonly key = 'Todo';
}

/** The entities that each tab observes. */
export const observed = ['a', 'b'];

/** What the browser of a history has, and which plugins its programs use. */
export interface Browser {
  readonly hasChannel: boolean;
  readonly hasLocks: boolean;
  readonly hasPersist: boolean;
  readonly hasTabs: boolean;
}

type Args = Readonly<Record<string, unknown>>;

/** The endpoints of the program. */
export function endpointsOf(server: OfflineServer) {
  const getTodos = new Endpoint(
    () => Promise.resolve([...server.titles].map(([id, title]) => ({ id, title }))),
    { name: 'getTodos', schema: new Collection([Todo]) },
  );
  const mutation = <S>(name: string, schema: S, hasId: boolean) =>
    new Endpoint(
      function (this: unknown, args: Args) {
        const { context } = this as { context: { headers: Readonly<Record<string, string>> } };
        return server.send(context.headers['idempotency-key'], name, args);
      },
      {
        name,
        schema,
        sideEffect: true,
        getOptimisticResponse: (_snapshot, { id, title }: Args) =>
          hasId ? { id, title } : { title },
      },
    );
  const getTodo = new Endpoint(
    ({ id }: { id: string }) => Promise.resolve({ id, title: server.titles.get(id) ?? '' }),
    { name: 'getTodo', schema: Todo },
  );
  return {
    create: mutation('create', getTodos.schema.push, false),
    rename: mutation('rename', Todo, true),
    getTodo,
    getTodos,
  };
}

export type Endpoints = ReturnType<typeof endpointsOf>;

/** The plugins of a tab. */
export function pluginsOf(
  { create, rename }: Endpoints,
  { hasChannel, hasLocks, hasPersist, hasTabs }: Browser,
  limit: StorageLimit,
): (platform: TabPlatform) => StorePlugin[] {
  return ({ channel, locks, storage: unlimited }) => {
    const storage = limit.of(unlimited);
    return [
      ...(hasPersist ? [persist({ name: 'model', storage })] : []),
      offline({
        name: 'model',
        mutations: [create, rename],
        channel: hasChannel ? channel : undefined,
        locks: hasLocks ? locks : undefined,
        ...(!hasPersist && { storage }),
      }),
      ...(hasTabs ? [shareTabs({ name: 'model', channel })] : []),
    ];
  };
}

/** A tab of a history. */
export class OfflineTab {
  readonly store: TestTab;
  readonly outbox: Outbox;
  state: 'runs' | 'frozen' | 'gone' = 'runs';
  isOffline = false;
  /** It was frozen or offline: another tab may have stolen its lock, or sent what it has claimed. */
  hasMissed = false;
  /** The titles whose tries were in flight after the last step. */
  sending: ReadonlySet<string> = new Set();
  /** The titles whose promises have not settled. */
  readonly unsettled = new Set<string>();
  /** The outcomes of titles. */
  readonly outcomes = new Map<string, 'done' | 'failed'>();
  readonly #endpoints: Endpoints;

  constructor(tabs: TestTabs, endpoints: Endpoints) {
    this.store = tabs.open();
    this.outbox = outboxOf(this.store);
    this.#endpoints = endpoints;
    this.outbox.settled$.subscribe(({ args, outcome }) => {
      this.outcomes.set(titleOf(args), outcome);
    });
    for (const id of observed) this.store.observe(endpoints.getTodo, { id }).subscribe();
    this.store.observe(endpoints.getTodos).subscribe();
  }

  /** Creates an entity, or renames one. */
  make(title: string, id?: string): void {
    const { create, rename } = this.#endpoints;
    this.unsettled.add(title);
    const isSettled = (): void => void this.unsettled.delete(title);
    const call =
      id === undefined
        ? this.store.fetch(create, { title })
        : this.store.fetch(rename, { id, title });
    call.then(isSettled, isSettled);
  }

  get pending(): readonly PendingMutation[] {
    return this.outbox.pending$.getValue();
  }

  get failed(): readonly PendingMutation[] {
    return this.outbox.failed$.getValue();
  }

  get all(): readonly PendingMutation[] {
    return [...this.pending, ...this.failed];
  }

  get titles(): ReadonlySet<string> {
    return new Set(this.all.map(({ args }) => titleOf(args)));
  }

  /** The titles whose tries are in flight. */
  get inFlight(): ReadonlySet<string> {
    const tries = this.store
      .requests()
      .filter(({ sideEffect, status }) => sideEffect && status === 'pending');
    const titles = new Set(tries.map(({ args }) => titleOf(args)));
    return new Set(
      this.pending.map(({ args }) => titleOf(args)).filter((each) => titles.has(each)),
    );
  }

  /** The ids of entities that it shows. */
  get ids(): readonly string[] {
    return [...this.store.entities$.getValue().entries('Todo')].map(([pk]) => pk);
  }

  /** The ids of the list that it shows. */
  get list(): readonly string[] {
    return (this.store.getState(this.#endpoints.getTodos).data ?? []).map(({ id }) => id);
  }

  titleAt(id: string): string | undefined {
    return this.store.get(Todo, id)?.title;
  }
}

export function titleOf(args: readonly unknown[]): string {
  return (args[0] as { readonly title: string }).title;
}

export function idOf({ args }: PendingMutation): string | undefined {
  return (args[0] as { readonly id?: string }).id;
}
