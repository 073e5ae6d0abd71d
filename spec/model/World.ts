import { FakeRequest } from '../support/FakeRequests.ts';
import { storeKit } from '../support/storeKit.ts';
import type { EndpointState } from '../../src/streams/EndpointState.ts';
import type { Store } from '../../src/store/Store.ts';
import type { StateObservable } from '../../src/streams/StateObservable.ts';
import type { EntityTable } from '../../src/table/EntityTable.ts';
import type { Caller } from './Caller.ts';
import { argsOf, everybody, readOf, User, wire } from './endpoints.ts';
import { Garbage } from './Garbage.ts';
import { FakeServer, type ServerCall, type ServerReply } from './FakeServer.ts';
import type { KeySpec } from './keys.ts';
import { Listener } from './Listener.ts';
import type { Habit, Write } from './Operation.ts';
import type { Key } from './Key.ts';
import type { Request } from './Request.ts';
import { ReferenceModel } from './ReferenceModel.ts';
import { show, showId } from './show.ts';
import { writeToStore } from './writeToStore.ts';

/** A request on its way, as the server, the store and the model have it. */
export interface InFlight {
  readonly name: string;
  readonly call: ServerCall;
  readonly fake: FakeRequest;
  /** Its place in the one order. */
  readonly seq: number;
  /** Set as soon as the model has sent it too. */
  request?: Request;
  reply?: ServerReply;
}

/** A subscriber of something that never fetches. */
export interface Watcher {
  readonly listener: Pick<Listener<unknown>, 'name' | 'problems' | 'last' | 'stop'> & {
    news: unknown[];
  };
  /** `undefined`: not told by the contract. */
  readonly expected: () => string | undefined;
  readonly shown: () => string;
  /** What tells values apart that show the same: the members of a list that were removed. */
  readonly key?: Key;
}

/** A promise that the store gave, as the model and as the store has it. */
export interface Promised {
  readonly name: string;
  readonly expected: () => string | undefined;
  actual?: string;
}

/** A user that was shown before it was created. */
export interface Creation {
  readonly request: Request;
  /** The name under which the model and the store showed it first. */
  readonly placeholder: string;
  readonly shown: string;
  /** Its name in the model: the real one as soon as that is known. */
  id: string;
  /** Changes that wait for it. */
  held: Request[];
}

export type State = EndpointState<unknown>;

/** A store, the server it asks, and the model of it. */
export class World {
  readonly kit: ReturnType<typeof storeKit>;
  readonly store: Store;
  readonly garbage: Garbage;
  readonly server = new FakeServer();
  readonly model: ReferenceModel;
  /** In the order of sending. */
  flights: InFlight[] = [];
  /** Sent during the operation that runs. */
  sent: InFlight[] = [];
  /** Given up during the operation that runs, because they took too long. */
  expired: InFlight[] = [];
  /** Whether the operation has taken away all that may be. */
  hasCollected = false;
  /** The request whose answer the operation delivers. */
  arrived: { readonly request: Request; readonly landing: number } | undefined;
  /** Writes that subscribers made during the operation that runs. */
  written: { readonly write: Write; readonly seq: number }[] = [];
  /** True at the end: subscribers write no more. */
  isQuiet = false;
  /** Users that mutations of this session have changed. */
  readonly touched = new Set<string>();
  /** Users that were written into the cache by hand: the server may have others. */
  readonly byHand = new Set<string>();
  /** Objects that were shown after the operation before, by what they show. */
  readonly known = new Map<string, object>();
  /** Whether something optimistic was shown after the operation before. */
  hadLayers = false;
  readonly readers: { readonly listener: Listener<State>; readonly key: Key }[] = [];
  readonly watchers: Watcher[] = [];
  readonly promises: Promised[] = [];
  /** Users that were shown before they were created. */
  readonly creations: Creation[] = [];
  /** Those who may abort. */
  readonly callers: Caller[] = [];

  /** The place of the request that the operation itself sends, whatever subscribers write when they are told of it. */
  #reserved: { readonly name: string; readonly seq: number } | undefined;

  /** `gcTime`: how long the store keeps what nobody reads, ms; `isTried`: whether its reads take limited time, and are tried again. */
  constructor(gcTime: number, isTried: boolean) {
    this.model = new ReferenceModel(isTried);
    this.kit = storeKit({ gcTime, random: () => 0.5 });
    this.store = this.kit.store;
    this.garbage = new Garbage(this, gcTime);
    this.model.keepsAll = gcTime === Infinity;
    wire.reports = 0;
    wire.send = (name, call) => {
      const fake = new FakeRequest([]);
      this.sent.push({ name, call, fake, seq: this.#placeOf(name) });
      return fake.answers;
    };
  }

  /** A reset: what belongs to the session before is forgotten. */
  endSession(): void {
    this.touched.clear();
    for (const creation of this.creations) {
      creation.id = creation.placeholder;
      creation.held = [];
    }
  }

  /** Runs what may send a request of this name. */
  sending<R>(name: string, act: () => R): R {
    this.#reserved = { name, seq: this.model.next() };
    try {
      return act();
    } finally {
      this.#reserved = undefined;
    }
  }

  #placeOf(name: string): number {
    if (this.#reserved?.name !== name) return this.model.next();
    const { seq } = this.#reserved;
    this.#reserved = undefined;
    return seq;
  }

  observe(spec: KeySpec): StateObservable<State> {
    return this.store.observe(readOf(spec), ...argsOf(spec));
  }

  /** The state of a key, without asking for anything. */
  stateOf(spec: KeySpec): State {
    return this.store.getState(readOf(spec), ...argsOf(spec));
  }

  subscribe(key: Key, habit: Habit): void {
    let told = 0;
    const listener = new Listener(key.spec.name, this.observe(key.spec), (self, { data }) => {
      this.#assertOneCommit(self.problems, data);
      if (habit === 'throws') throw new Error('a subscriber throws');
      if (habit === 'quiet' || this.isQuiet || ++told !== 2) return;
      this.written.push({ write: habit.writes, seq: this.model.next() });
      writeToStore(this, habit.writes);
    });
    this.readers.push({ listener, key });
  }

  /** What this subscriber is told, what others would be told and what a look-up gives are of the same commit. */
  #assertOneCommit(problems: string[], data: unknown): void {
    const shown = [
      data,
      ...this.readers.map(({ listener }) => listener.observable.getValue().data),
    ];
    for (const user of shown.flat()) {
      if (user instanceof User && this.store.get(User, user.id) !== user) {
        problems.push(`sees another ${user.id} than a look-up gives`);
      }
    }
  }

  watch(what: string): void {
    const { store, model } = this;
    const [name, of] = [what.split(' ')[0], what.slice(what.indexOf(' ') + 1)];
    switch (name) {
      case 'user':
        return this.#watch(what, store.query(User, of), () => model.users.show(of));
      case 'all':
        return this.#watch(what, store.query(everybody), () => model.users.everybody());
      case 'rows':
        return this.#watch(what, store.entities$, () => model.users.list(), showRows);
      case 'select': {
        const key = model.keys.find(({ spec }) => spec.name === of)!;
        key.lookers++;
        const observable = store.select(readOf(key.spec), ...argsOf(key.spec));
        return this.#watch(
          what,
          observable,
          () => (model.isTold(key) ? model.show(key).data : undefined),
          undefined,
          key,
        );
      }
    }
  }

  #watch<T>(
    name: string,
    observable: StateObservable<T>,
    expected: () => string | undefined,
    shown: (value: T) => string = show,
    key?: Key,
  ): void {
    const listener = new Listener(name, observable, () => {});
    this.watchers.push({
      listener,
      expected,
      shown: () => shown(listener.last as T),
      ...(key && { key }),
    });
  }
}

/** The table as the model shows a list. */
function showRows(table: EntityTable): string {
  const rows = [...table.entries('User')] as [string, { name?: string; email?: string }][];
  return `[${rows.map(([id, { name = '', email = '' }]) => `${showId(id)}:${name}:${email}`).join(' ')}]`;
}
