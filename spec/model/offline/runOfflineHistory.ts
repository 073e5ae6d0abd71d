import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { type Outbox, outboxOf } from '../../../src/features/offline/OutboxState.ts';
import type { PendingMutation } from '../../../src/features/offline/PendingMutation.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { type VirtualStorage, virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { type Fate, OfflineServer } from './OfflineServer.ts';

class Todo extends Entity {
  id = '';
  title = '';
  static override readonly key = 'Todo';
}

interface Program {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly unsettled: Set<string>;
  readonly reported: unknown[];
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs a random history of one program with an outbox. Throws for the first broken guarantee. */
export async function runOfflineHistory(
  seed: number,
  length: number,
  reached: Map<string, number>,
): Promise<void> {
  const history = new OfflineHistory(seed, reached);
  await history.run(length);
}

class OfflineHistory {
  readonly #random: () => number;
  readonly #reached: Map<string, number>;
  readonly #server = new OfflineServer();
  readonly #log: string[] = [];
  readonly #hasPersist: boolean;
  #storage: VirtualStorage = virtualStorage();
  #now = 0;
  #program!: Program;
  #count = 0;
  /** The mutations by their titles, which are numbers: whether the storage is known to have them. */
  #made = new Map<string, 'made' | 'stored'>();
  readonly #uncertain = new Set<string>();
  /** Titles of mutations that failed, were done, or belong to another session. */
  readonly #ended = new Map<string, string>();

  constructor(seed: number, reached: Map<string, number>) {
    this.#random = seededRandom(seed);
    this.#reached = reached;
    this.#hasPersist = this.#random() < 0.5;
    this.#log.push(`seed ${seed}`);
  }

  async run(length: number): Promise<void> {
    this.#start();
    await settle();
    for (let step = 0; step < length; step++) {
      await this.#step();
      await settle();
      this.#check();
    }
    await this.#end();
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)];
  }

  #note(what: string, detail = ''): void {
    this.#log.push(`${what} ${detail}`);
    this.#reached.set(what, (this.#reached.get(what) ?? 0) + 1);
  }

  #fail(what: string): never {
    throw new Error(`${what}\n${this.#log.join('\n')}`);
  }

  #start(): void {
    const clock = new ManualClock();
    clock.adjust(this.#now);
    const reported: unknown[] = [];
    const endpoint = (name: string, hasId: boolean) => {
      const server = this.#server;
      return new Endpoint(
        function (this: unknown, args: Readonly<Record<string, unknown>>) {
          const { context } = this as { context: { headers: Readonly<Record<string, string>> } };
          return server.send(context.headers['idempotency-key'], name, args);
        },
        {
          name,
          schema: Todo,
          sideEffect: true,
          getOptimisticResponse: (_snapshot, args: Readonly<Record<string, unknown>>) =>
            hasId ? { id: args['id'], title: args['title'] } : { title: args['title'] },
        },
      );
    };
    const [create, rename] = [endpoint('create', false), endpoint('rename', true)];
    const queue = offline({
      name: 'model',
      mutations: [create, rename],
      ...(!this.#hasPersist && { storage: this.#storage }),
    });
    const plugins = this.#hasPersist
      ? [queue, persist({ name: 'model', storage: this.#storage })]
      : [queue];
    const store = createStore({
      scheduler: clock,
      random: this.#random,
      onError: (error) => reported.push(error),
      plugins,
    });
    const outbox = outboxOf(store);
    outbox.settled$.subscribe(({ args, outcome }) => {
      this.#ended.set(titleOf(args), outcome);
    });
    this.#program = { clock, store, outbox, unsettled: new Set(), reported };
    this.#fetch = (args) => {
      const title = String(++this.#count);
      this.#made.set(title, 'made');
      const { unsettled } = this.#program;
      unsettled.add(title);
      const isSettled = (): void => void unsettled.delete(title);
      const call =
        args === undefined
          ? store.fetch(create, { title })
          : store.fetch(rename, { id: args, title });
      call.then(isSettled, isSettled);
    };
  }

  #fetch: (id?: string) => void = () => undefined;

  /** Only a fetch would say what the server has of these entities. */
  #leaveUncertain(mutations: readonly PendingMutation[]): void {
    for (const { args } of mutations) {
      const [{ id }] = args as readonly [{ readonly id?: string }];
      const isKnown = id !== undefined && !id.startsWith('optimistic:');
      for (const each of isKnown ? [id] : this.#server.titles.keys()) this.#uncertain.add(each);
    }
  }

  async #step(): Promise<void> {
    const { clock, outbox, store } = this.#program;
    const chance = this.#random();
    const arrival = this.#pick(this.#server.inFlight);
    if (chance < 0.3) {
      const ids = [
        'a',
        'b',
        'c',
        ...[...store.entities$.getValue().entries('Todo')].map(([pk]) => pk),
      ];
      const id = this.#random() < 0.3 ? undefined : this.#pick(ids);
      this.#note(id === undefined ? 'create' : 'rename', `${id} ${this.#count + 1}`);
      this.#fetch(id);
    } else if (chance < 0.65 && arrival) {
      const fate = this.#pick<Fate>([
        'success',
        'success',
        'success',
        'lost response',
        'no connection',
        503,
        422,
        401,
      ]);
      this.#note(String(fate), `${arrival.key} ${JSON.stringify(arrival.args)}`);
      this.#server.end(arrival, fate);
    } else if (chance < 0.8) {
      const ms = Math.floor(this.#random() ** 2 * 60_000);
      this.#note('time passes', `${ms}`);
      clock.advance(ms);
      this.#now += ms;
    } else if (chance < 0.86) {
      await this.#reload(this.#random() < 0.5);
    } else if (chance < 0.92) {
      this.#note('resume');
      outbox.resume();
    } else if (chance < 0.95) {
      const failed = this.#pick(outbox.failed$.getValue());
      if (!failed) return;
      this.#note('retry', titleOf(failed.args));
      this.#forget(failed);
      this.#leaveUncertain([...outbox.failed$.getValue(), ...outbox.pending$.getValue()]);
      outbox.retry(failed.id);
    } else if (chance < 0.97) {
      const mutation = this.#pick([...outbox.failed$.getValue(), ...outbox.pending$.getValue()]);
      if (!mutation) return;
      this.#note('discard', titleOf(mutation.args));
      const before = this.#titles();
      this.#leaveUncertain([...outbox.failed$.getValue(), ...outbox.pending$.getValue()]);
      outbox.discard(mutation.id);
      await settle();
      for (const title of before)
        if (!this.#titles().has(title)) this.#ended.set(title, 'discarded');
    } else if (chance < 0.98) {
      this.#note('log-out');
      for (const title of this.#made.keys()) this.#ended.set(title, 'log-out');
      this.#server.drop();
      await store.reset();
      this.#server.drop();
      if (this.#titles().size > 0) this.#fail('A log-out left mutations.');
    }
  }

  /** It may come to an end once more, and with it those that failed because of it. */
  #forget(mutation: PendingMutation): void {
    this.#ended.delete(titleOf(mutation.args));
    for (const { args, error } of this.#program.outbox.failed$.getValue()) {
      const { code } = error as { readonly code?: string };
      if (code === 'SB_PLACEHOLDER_LOST') this.#ended.delete(titleOf(args));
    }
  }

  async #reload(isCrash: boolean): Promise<void> {
    this.#note(isCrash ? 'crash' : 'reload');
    if (isCrash && this.#random() < 0.5) this.#fetch('a');
    if (isCrash) this.#storage.crash();
    this.#storage = this.#storage.copy();
    // A mutation that was not stored is lost, and was never sent.
    for (const [title, state] of this.#made) {
      if (state === 'made' && !this.#ended.has(title)) this.#ended.set(title, 'not stored');
    }
    // Nothing of the program goes on.
    this.#program.store.dispose();
    this.#server.drop();
    this.#start();
    await settle();
  }

  #titles(): Set<string> {
    const { outbox } = this.#program;
    const all = [...outbox.pending$.getValue(), ...outbox.failed$.getValue()];
    return new Set(all.map(({ args }) => titleOf(args)));
  }

  #check(): void {
    const { outbox, reported, store } = this.#program;
    const pending = outbox.pending$.getValue();
    if (reported.length > 0) this.#fail(`Reported: ${String(reported[0])}`);
    // I4: none disappears.
    const titles = this.#titles();
    for (const [title, state] of this.#made) {
      if (titles.has(title)) {
        if (state === 'made') this.#made.set(title, 'stored');
      } else if (!this.#ended.has(title)) this.#fail(`The mutation ${title} has disappeared.`);
    }
    // I5: the last pending mutation of an entity is visible.
    const last = new Map<string, string>();
    for (const { args, name } of pending) {
      const [{ id }] = args as readonly [{ readonly id?: string }];
      if (name === 'rename' && id !== undefined) last.set(id, titleOf(args));
    }
    for (const [id, title] of last) {
      const shown = store.get(Todo, id)?.title;
      if (shown !== title) this.#fail(`${id} shows ${shown} in place of ${title}.`);
    }
    if (store.stats().layers !== pending.length) {
      this.#fail(`${store.stats().layers} layers of ${pending.length} mutations.`);
    }
    // I7: no placeholder id is sent.
    for (const { args } of this.#server.tries) {
      if (JSON.stringify(args).includes('optimistic:')) this.#fail('A placeholder id was sent.');
    }
    // I3: one effect per key, in the order of the ids of one entity.
    const { effects } = this.#server;
    if (new Set(effects).size !== effects.length) this.#fail('A mutation had two effects.');
  }

  /** The network is back: all mutations come to an end. */
  async #end(): Promise<void> {
    const { clock, outbox, unsettled } = this.#program;
    this.#note('online');
    for (let round = 0; round < 200 && outbox.pending$.getValue().length > 0; round++) {
      outbox.resume();
      await settle();
      for (const arrival of [...this.#server.inFlight]) this.#server.end(arrival, 'success');
      await settle();
      this.#check();
      clock.advance(31_000);
      await settle();
    }
    if (outbox.pending$.getValue().length > 0) this.#fail('Mutations wait for ever.');
    if (unsettled.size > 0) this.#fail(`Promises of ${[...unsettled].join()} never settle.`);
    for (const [title, outcome] of this.#ended) {
      if (outcome !== 'done') continue;
      const tries = this.#server.tries.filter(({ args }) => args['title'] === title);
      const keys = new Set(tries.map(({ key }) => key));
      if (keys.size !== 1) this.#fail(`The mutation ${title} had the keys ${[...keys].join()}.`);
      if (!this.#server.effects.includes([...keys][0])) this.#fail(`${title} had no effect.`);
    }
    // The server has of each entity the last title that was done.
    const { store } = this.#program;
    for (const [id, title] of this.#server.titles) {
      const shown = store.get(Todo, id)?.title;
      if (this.#uncertain.has(id)) continue;
      if (shown !== undefined && shown !== title && this.#ended.get(shown) === 'done') {
        this.#fail(`${id} shows ${shown}, and the server has ${title}.`);
      }
    }
  }
}

function titleOf(args: readonly unknown[]): string {
  return (args[0] as { readonly title: string }).title;
}
