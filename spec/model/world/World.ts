import { Subject } from 'rxjs';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { FakeRequest } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import type { EndpointState } from '../../../src/kernel/streams/EndpointState.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import type { StateObservable } from '../../../src/kernel/streams/StateObservable.ts';
import type { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import type { Caller } from './Caller.ts';
import { argsOf, allUsers, readOf, User, wire } from './endpoints.ts';
import { Garbage } from './Garbage.ts';
import { FakeServer, type ServerCall, type ServerReply } from './FakeServer.ts';
import type { KeySpec } from '../model/keys.ts';
import { showEmail } from '../model/ListSpec.ts';
import { Listener } from './Listener.ts';
import type { Email, Habit, Write } from '../operations/Operation.ts';
import type { Key } from '../model/Key.ts';
import type { Request } from '../model/Request.ts';
import { ReferenceModel } from '../model/ReferenceModel.ts';
import { show, showId } from './show.ts';
import { writeToStore } from './writeToStore.ts';

/** A request in flight: as the server, the store and the model have it. */
export interface InFlight {
  readonly name: string;
  readonly call: ServerCall;
  readonly fake: FakeRequest;
  /** Its seq; and the one at which it was sent, after the writes of subscribers that its layer notifies. */
  readonly seq: number;
  readonly sentSeq: number;
  /** Set once the model has sent it, too. */
  request?: Request;
  reply?: ServerReply;
}

/** A subscriber of something that never fetches. */
export interface Watcher {
  readonly listener: Pick<Listener<unknown>, 'name' | 'problems' | 'last' | 'stop'> & {
    news: unknown[];
  };
  /** `undefined`: the contract does not specify it. */
  readonly expected: () => string | undefined;
  readonly shown: () => string;
  /** Set for a watcher of a key's data. */
  readonly key?: Key;
}

/** A promise of the store, with the expected and the actual outcome. */
export interface Promised {
  readonly name: string;
  readonly expected: () => string | undefined;
  actual?: string;
}

/** A user with a placeholder id. */
export interface Creation {
  readonly request: Request;
  /** The placeholder ids of the model and of the store. */
  readonly placeholder: string;
  readonly shown: string;
  /** Its id in the model: the real one as soon as it is known. */
  id: string;
  /** Changes that wait for the creation. */
  queued: Request[];
}

export type State = EndpointState<unknown>;

/** A store, its server and its model. */
export class World {
  readonly kit: ReturnType<typeof storeKit>;
  readonly store: Store;
  readonly garbage: Garbage;
  readonly server = new FakeServer();
  readonly model: ReferenceModel;
  /** The source of live messages, and the clock by which they wait. */
  readonly messages = new Subject<Write>();
  readonly messageClock = new ManualClock();
  /** Messages that wait to be applied. */
  waiting: { readonly write: Write; readonly seq: number; readonly at: number }[] = [];
  /** In the order of sending. */
  requestsInFlight: InFlight[] = [];
  /** Sent during the running operation. */
  sent: InFlight[] = [];
  /** Timed out during the running operation. */
  expired: InFlight[] = [];
  /** Whether the operation has collected. */
  hasCollected = false;
  /**
   * The request whose response the operation delivers. `hadMessages`: messages are applied before it; `before`: if
   * it may stay open, what overlapped it.
   */
  arrived:
    | {
        readonly request: Request;
        readonly arrivedSeq: number;
        readonly hadMessages?: boolean;
        readonly before?: readonly Request[] | undefined;
      }
    | undefined;
  /** Writes of subscribers during the running operation. */
  written: { readonly write: Write; readonly seq: number }[] = [];
  /** True at the end: subscribers no longer write. */
  isQuiet = false;
  /** Users changed by mutations of this session. */
  readonly touched = new Set<string>();
  /** Users written into the store by hand: the server may have other values. */
  readonly byHand = new Set<string>();
  /** Objects visible after the previous operation, by their text. */
  readonly known = new Map<string, object>();
  /** Whether a layer was visible after the previous operation. */
  hadLayers = false;
  readonly observers: { readonly listener: Listener<State>; readonly key: Key }[] = [];
  readonly watchers: Watcher[] = [];
  readonly promises: Promised[] = [];
  /** Users shown before their creation. */
  readonly creations: Creation[] = [];
  /** Callers that may abort. */
  readonly callers: Caller[] = [];

  /** The seq of the operation's own request, taken before subscribers write. */
  #reserved: { readonly name: string; readonly seq: number } | undefined;

  /**
   * `gcTime`: that of the store, ms; `isTried`: whether reads have a time limit and are retried.
   */
  constructor(gcTime: number, isTried: boolean) {
    this.model = new ReferenceModel(isTried);
    const scheduler = this.messageClock;
    const apply = (_store: Store, write: Write): void => writeToStore(this, write);
    const plugins = [applyMessages(this.messages, apply, { scheduler })];
    this.kit = storeKit({ gcTime, random: () => 0.5, plugins });
    this.store = this.kit.store;
    this.garbage = new Garbage(this, gcTime);
    this.model.keepsAll = gcTime === Infinity;
    wire.reports = 0;
    wire.send = (name, call) => {
      const fake = new FakeRequest([]);
      this.sent.push({ name, call, fake, seq: this.#seqOf(name), sentSeq: this.model.next() });
      return fake.answers;
    };
  }

  /** Forgets what belongs to the session that a reset with this `seq` has ended. */
  endSession(seq = Infinity): void {
    this.touched.clear();
    this.waiting = this.waiting.filter((message) => message.seq > seq);
    for (const creation of this.creations) {
      creation.id = creation.placeholder;
      creation.queued = [];
    }
  }

  /** Runs an action that may send a request of this name. */
  sending<R>(name: string, act: () => R): R {
    this.#reserved = { name, seq: this.model.next() };
    try {
      return act();
    } finally {
      this.#reserved = undefined;
    }
  }

  #seqOf(name: string): number {
    if (this.#reserved?.name !== name) return this.model.next();
    const { seq } = this.#reserved;
    this.#reserved = undefined;
    return seq;
  }

  observe(spec: KeySpec): StateObservable<State> {
    return this.store.observe(readOf(spec), ...argsOf(spec));
  }

  /** Returns the state of a key without fetching. */
  stateOf(spec: KeySpec): State {
    return this.store.getState(readOf(spec), ...argsOf(spec));
  }

  subscribe(key: Key, habit: Habit): void {
    let emissions = 0;
    const listener = new Listener(key.spec.name, this.observe(key.spec), (self, { data }) => {
      this.#assertOneCommit(self.problems, data);
      if (habit === 'throws') throw new Error('a subscriber throws');
      if (habit === 'quiet' || this.isQuiet || ++emissions !== 2) return;
      this.written.push({ write: habit.writes, seq: this.model.next() });
      writeToStore(this, habit.writes);
    });
    this.observers.push({ listener, key });
  }

  /** This emission, the states of other observers and a look-up must come from one commit. */
  #assertOneCommit(problems: string[], data: unknown): void {
    const shown = [
      data,
      ...this.observers.map(({ listener }) => listener.observable.getValue().data),
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
        return this.#watch(what, store.query(allUsers), () => model.users.allUsers());
      case 'rows':
        return this.#watch(what, store.entities$, () => model.users.list(), showRows);
      case 'select': {
        const key = model.keys.find(({ spec }) => spec.name === of)!;
        key.passiveObservers++;
        const observable = store.select(readOf(key.spec), ...argsOf(key.spec));
        return this.#watch(
          what,
          observable,
          () => (model.isSpecified(key) ? model.show(key).data : undefined),
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

/** Prints the table as the model prints a list. */
function showRows(table: EntityTable): string {
  const rows = [...table.entries('User')] as [string, { name?: string; email?: Email }][];
  return `[${rows.map(([id, { name = '', email = '' }]) => `${showId(id)}:${name}:${showEmail(email)}`).join(' ')}]`;
}
