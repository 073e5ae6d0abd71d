import type { Subscription } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { virtualChannel } from '../../../src/tools/testing/virtualChannel.ts';
import { VirtualLocks } from '../../../src/tools/testing/virtualLocks.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { type Members, Statements, TruthServer } from './TruthServer.ts';

class Person extends Entity {
  id = '';
  name = '';
  email = '';
  bio: string | null = '';
  boss: Person | null = null;
  static override readonly key = 'Person';
  static override schema: Record<string, unknown> = {};
}
Person.schema = { boss: Person };

class Note extends Entity {
  id = '';
  text = '';
  author = '';
  static override readonly key = 'Note';
}

/** A step of a history. */
export type Step =
  | { readonly do: 'read' | 'look' | 'observe' | 'watch' | 'fetch'; readonly key: number }
  | {
      readonly do: 'put' | 'rename' | 'drop' | 'add' | 'save' | 'remove' | 'push';
      readonly id: string;
    }
  | { readonly do: 'message'; readonly id: string }
  | { readonly do: 'ask'; readonly key: number }
  | { readonly do: 'askSave'; readonly id: string }
  | { readonly do: 'arrive'; readonly nth: number }
  | { readonly do: 'expireAll' | 'invalidateAll'; readonly key: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'flush' | 'reload' | 'crash' | 'gc' | 'copy' | 'tab' | 'network' };

interface Response {
  readonly body: unknown;
}

/** The plugins of the programs: `persist`, `shareTabs`, `offline`. */
export interface Plugins {
  readonly persists: boolean;
  readonly shares: boolean;
  readonly queues?: boolean;
}

/** Programs on one server, and what they have to show. */
export class TruthWorld {
  readonly clock = new ManualClock();
  readonly server = new TruthServer();
  readonly said = new Statements();
  #storage = virtualStorage();
  readonly #left: Store[] = [];
  /** Brings the responses that are on their way. */
  #held: (() => void)[] = [];
  /** Whether responses of this step are on their way until a later one. */
  #holds = false;
  readonly #channel = virtualChannel();
  readonly #locks = new VirtualLocks();
  /** Whether there is no network. */
  #isDown = false;
  readonly #plugins: Plugins;
  /** By key and by the time of the request. */
  readonly #responses = new Map<string, Map<number, Response>>();
  /** When all keys of an endpoint were expired last. */
  readonly #expired = new Map<string, number>();
  readonly #pushed: { readonly author: string; readonly id: string; readonly at: number }[] = [];
  /** The keys that a program shows. */
  readonly #watched = new WeakMap<Store, Map<string, Subscription>>();
  readonly stores: Store[] = [];
  current = 0;
  readonly #keys;
  readonly #save;
  readonly #remove;
  readonly #push;

  constructor(plugins: Plugins) {
    this.#plugins = plugins;
    const { server } = this;
    const read = (
      name: string,
      args: readonly [Members?],
      schema: unknown,
      respond: () => unknown,
    ) => ({
      name,
      args,
      schema,
      key: name + JSON.stringify(args),
      endpoint: endpointOf(name, schema),
      respond,
    });
    const endpoints = new Map<string, ReturnType<typeof make>>();
    const make = (name: string, schema: unknown) =>
      new Endpoint((args?: Members) => this.#request(name, args), {
        name,
        schema: schema as typeof Person,
        lookup: false,
        dataExpiryLength: 100_000,
      });
    function endpointOf(name: string, schema: unknown) {
      const known = endpoints.get(name) ?? make(name, schema);
      endpoints.set(name, known);
      return known;
    }
    const noteLists = new Collection([Note]);
    this.#keys = [
      ...['1', '2', '3'].map((id) => read('detail', [{ id }], Person, () => server.detail(id))),
      read('names', [], [Person], () => server.list(['name'])),
      read('emails', [], [Person], () => server.list(['email', 'bio'])),
      read('map', [], new Values(Person), () =>
        Object.fromEntries(server.list(['name']).map((each) => [`k${String(each.id)}`, each])),
      ),
      read('card', [{ id: '2' }], { person: Person, count: 0 }, () => {
        const person = server.persons.has('2') ? server.pick('2', ['name', 'bio']) : null;
        return { person, count: server.persons.size };
      }),
      ...['1', '2'].map((author) =>
        read('notes', [{ author }], noteLists, () => server.notesOf(author)),
      ),
    ];
    const mutation = (name: string, schema: unknown, handle: (id: string) => unknown) =>
      new Endpoint(
        ({ id }: { id: string }) => {
          if (this.#isDown) return Promise.reject(new TypeError('There is no network.'));
          return this.#respond(handle(id), this.clock.now());
        },
        { name, schema: schema as typeof Person, sideEffect: true },
      );
    this.#save = mutation('save', Person, (id) => {
      server.rename(id);
      return server.persons.has(id) ? server.pick(id, ['name']) : { id };
    });
    this.#remove = mutation('remove', new Invalidate(Person), (id) => {
      server.persons.delete(id);
      this.said.remove(id, this.clock.now());
      return undefined;
    });
    this.#push = mutation('push', noteLists.push, (author) => {
      const id = server.addNote(author);
      this.#pushed.push({ author, id, at: this.clock.now() });
      return server.note(id);
    });
    this.open();
  }

  get store(): Store {
    return this.stores[this.current % this.stores.length];
  }

  open(): void {
    const { persists, queues, shares } = this.#plugins;
    const mutations = [this.#save, this.#remove, this.#push];
    const platform = { channel: this.#channel, locks: this.#locks.of({}, (work) => work()) };
    const plugins = [
      ...(persists ? [persist({ name: 'truth', storage: this.#storage })] : []),
      ...(queues ? [offline({ name: 'truth', mutations, ...platform })] : []),
      ...(shares ? [shareTabs({ name: 'truth', channel: this.#channel })] : []),
    ];
    const onError = (error: unknown): void => {
      throw error;
    };
    this.stores.push(createStore({ scheduler: this.clock, plugins, onError }));
  }

  #request(name: string, args: Members | undefined): Promise<unknown> {
    const key = this.#keys.find(
      (each) => each.name === name && JSON.stringify(each.args[0]) === JSON.stringify(args),
    )!;
    if (this.#isDown) return Promise.reject(new TypeError('There is no network.'));
    const body = key.respond();
    const at = this.clock.now();
    if (body === undefined) return Promise.reject(Object.assign(new Error('404'), { status: 404 }));
    const known = this.#responses.get(key.key) ?? new Map<number, Response>();
    this.#responses.set(key.key, known.set(at, { body: structuredClone(body) }));
    return this.#respond(body, at);
  }

  /** The server has handled a request; its response may take a while. */
  #respond(body: unknown, at: number): Promise<unknown> {
    const arrive = (): unknown => {
      this.said.note(body, at, this.clock.now());
      return body;
    };
    if (!this.#holds) return Promise.resolve(arrive());
    return new Promise((resolve) => {
      this.#held.push(() => resolve(arrive()));
    });
  }

  async perform(step: Step): Promise<void> {
    const { clock, server, store } = this;
    // Each step has a time of its own.
    await this.#pass(1);
    switch (step.do) {
      case 'read':
      case 'look':
      case 'observe':
      case 'fetch':
      case 'expireAll':
      case 'invalidateAll': {
        const { args, endpoint, name } = this.#keys[step.key];
        if (step.do === 'read')
          await ignore(store.fetchIfStale(endpoint, ...(args as [Members])), this);
        else if (step.do === 'fetch')
          await ignore(store.fetch(endpoint, ...(args as [Members])), this);
        else if (step.do === 'look') store.getState(endpoint, ...(args as [Members]));
        else if (step.do === 'observe') {
          const subscription = store.observe(endpoint, ...(args as [Members])).subscribe();
          await this.#pass(1);
          subscription.unsubscribe();
        } else {
          this.#expired.set(name, clock.now());
          store[step.do](endpoint);
        }
        break;
      }
      case 'watch': {
        const { args, endpoint, key } = this.#keys[step.key];
        const watched = this.#watched.get(store) ?? new Map<string, Subscription>();
        this.#watched.set(store, watched);
        const known = watched.get(key);
        watched.delete(key);
        if (known) known.unsubscribe();
        else watched.set(key, store.observe(endpoint, ...(args as [Members])).subscribe());
        break;
      }
      case 'ask':
      case 'askSave': {
        this.#holds = true;
        if (step.do === 'ask') {
          const { args, endpoint } = this.#keys[step.key];
          await ignore(store.fetch(endpoint, ...(args as [Members])), this);
        } else if (server.persons.has(step.id)) {
          await ignore(store.fetch(this.#save, { id: step.id }), this);
        }
        // A queue sends it when it is stored.
        await this.#pass(1);
        this.#holds = false;
        break;
      }
      case 'arrive':
        this.#held.splice(step.nth % Math.max(1, this.#held.length), 1)[0]?.();
        await this.settle();
        break;
      case 'put':
        server.put(step.id);
        break;
      case 'rename':
        server.rename(step.id);
        break;
      case 'drop':
        server.persons.delete(step.id);
        break;
      case 'add':
        server.addNote(step.id === '3' ? '2' : step.id);
        break;
      case 'save': {
        if (!server.persons.has(step.id)) break;
        await ignore(store.fetch(this.#save, { id: step.id }), this);
        break;
      }
      case 'message': {
        if (!server.persons.has(step.id)) break;
        const body = server.pick(step.id, ['email']);
        this.said.note(body, clock.now());
        store.set(Person, body);
        break;
      }
      case 'remove':
        await ignore(store.fetch(this.#remove, { id: step.id }), this);
        break;
      case 'push': {
        const author = step.id === '3' ? '2' : step.id;
        await ignore(store.fetch(this.#push, { id: author }), this);
        break;
      }
      case 'wait':
        // No response takes minutes: newer data may be collected until then.
        for (const arrive of this.#held.splice(0)) arrive();
        await this.settle();
        await this.#pass(step.ms);
        break;
      case 'flush':
        await this.#pass(300);
        break;
      case 'network':
        this.#isDown = !this.#isDown;
        if (!this.#isDown && this.#plugins.queues)
          for (const each of this.stores) void outboxOf(each).flush();
        break;
      case 'gc':
        store.gc();
        break;
      case 'tab':
        if (this.stores.length === 1 && this.#plugins.shares) this.open();
        this.current++;
        // The new tab reads the storage, which gets a change after up to 100 ms.
        await this.#pass(150);
        break;
      case 'copy': {
        if (this.#plugins.persists || this.#plugins.shares) break;
        const state = dehydrate(store);
        const at = this.current % this.stores.length;
        this.open();
        const [next] = this.stores.splice(-1);
        rehydrate(next, state);
        store.dispose();
        this.#held = [];
        this.stores[at] = next;
        break;
      }
      case 'reload':
      case 'crash': {
        if (!this.#plugins.persists) break;
        this.#held = [];
        const at = this.current % this.stores.length;
        if (step.do === 'crash' && !this.#plugins.shares) {
          // Data that is not stored is lost; the history does not say so of a list.
          if ((this.#pushed.at(-1)?.at ?? 0) > clock.now() - 300) await this.#pass(300);
          this.#storage = this.#storage.copy();
          this.said.crashed(clock.now() - 300);
          this.#left.push(store);
        } else {
          store.dispose();
        }
        await this.#pass(1);
        this.open();
        this.stores.splice(at, 1, ...this.stores.splice(-1));
        break;
      }
    }
    // Messages between tabs are there, what a tab would load is stored, and what an outbox sends, sent.
    const { persists, queues, shares } = this.#plugins;
    for (let left = queues ? 5 : shares ? 4 : 2; left > 0; left--) {
      await this.#pass(persists && shares ? 150 : 40);
    }
  }

  async #pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await settled();
  }

  settle(): Promise<void> {
    return this.#pass(0);
  }

  /** Data that is valid, without a request, although the server has said otherwise. */
  faults(): string[] {
    return this.stores.flatMap((store, tab) =>
      this.#keys.flatMap(({ args, endpoint, key, name }) => {
        const state = store.getState(endpoint, ...(args as [Members]));
        const { data, error, fetchedAt, fetching, status } = state;
        if (status !== 'valid' || fetching || error || data === undefined) return [];
        const response = this.#responses.get(key)?.get(fetchedAt);
        const fault = (what: string): string[] => [`tab ${tab}: ${key} of ${fetchedAt}: ${what}`];
        if (!response) return fault(`no such response: ${JSON.stringify(data)}`);
        // A list that another tab has brought is inferred: it is no result of this tab.
        const mayInfer = name === 'notes' && this.#plugins.shares;
        if (!mayInfer && (this.#expired.get(name) ?? -1) > fetchedAt) return fault('was expired');
        let { body } = response;
        if (name === 'notes') {
          const { author } = args[0]!;
          const own = this.#pushed.filter((each) => each.author === author && each.at > fetchedAt);
          body = [...(body as Members[]), ...own.map(({ id }) => ({ id }))];
        }
        return this.#compare(body, data, fetchedAt).flatMap(fault);
      }),
    );
  }

  #compare(body: unknown, data: unknown, since: number, path = ''): string[] {
    if (typeof body !== 'object' || body === null) return [];
    if (Array.isArray(body)) {
      const items = body as Members[];
      const shown = new Map((data as Members[]).map((each) => [each.id, each]));
      const wrong = items.flatMap((item) => this.#entity(item, shown.get(item.id), since, path));
      const ids = new Set(items.map(({ id }) => id));
      return [
        ...wrong,
        ...[...shown.keys()].filter((id) => !ids.has(id)).map((id) => `${path} has ${String(id)}`),
      ];
    }
    if (typeof (body as Members).id === 'string')
      return this.#entity(body as Members, data as Members, since, path);
    return Object.entries(body).flatMap(([name, value]) =>
      this.#compare(value, (data as Members | undefined)?.[name], since, `${path}.${name}`),
    );
  }

  #entity(body: Members, data: Members | undefined | null, since: number, path: string): string[] {
    const id = body.id as string;
    const at = `${path}/${id}`;
    const isGone = this.said.isGone(id, since);
    // A removal wins against what another tab reads in the same moment.
    const mayLack = isGone || this.said.wasRemoved(id, since - (this.#plugins.shares ? 10_000 : 0));
    if (!data) return mayLack ? [] : [`${at} is missing`];
    if (isGone) return [`${at} was removed`];
    return Object.keys(body).flatMap((name) => {
      const value = body[name];
      if (name === 'boss') {
        // Another response may have said that there is no other boss.
        return data.boss
          ? this.#entity(
              { id: (data.boss as Members).id, name: '' },
              data.boss as Members,
              since,
              `${at}.boss`,
            )
          : [];
      }
      if (value === undefined) return [];
      const allowed = this.said.valuesOf(id, name, since);
      return allowed.includes(data[name])
        ? []
        : [`${at}.${name} is ${JSON.stringify(data[name])}, not one of ${JSON.stringify(allowed)}`];
    });
  }

  end(): void {
    for (const store of [...this.stores, ...this.#left]) store.dispose();
  }
}

/** Waits for a promise in virtual time: a read may wait for the storage. */
async function ignore(promise: Promise<unknown>, world: TruthWorld): Promise<void> {
  promise.catch(() => undefined);
  await world.settle();
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
