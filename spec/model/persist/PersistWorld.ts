import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { tableNames } from '../../../src/features/storage/Storage.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { type VirtualStorage, virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { placeOf } from './WatchedStorage.ts';
import { PersistModel } from './PersistModel.ts';
import type { PersistHistory, PersistStep } from './PersistHistory.ts';
import type { PersistTab, Sent } from './PersistTab.ts';
import {
  ALL_READ,
  type Request,
  TEAM_READ,
  type TabRead,
  User,
  userIds,
  USERS_READ,
} from './tabEndpoints.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Marks } from './Marks.ts';

type StepOf<D extends PersistStep['do']> = Extract<PersistStep, { readonly do: D }>;

const FLUSH_WAIT = 100;
const LOAD_TIMEOUT = 1_000;
const WIPE_TIMEOUT = 5_000;
const MAX_TABS = 3;

/** A storage with its tabs, their server, and the model of all of them. */
export class PersistWorld {
  readonly model: PersistModel;
  readonly #marks = new Marks();
  #storage: VirtualStorage = virtualStorage();
  /** Whether faults are left. */
  #mayFail = false;
  #delay = 0;
  /** The wall clock, ms. */
  #time = 1_600_000_000_000;
  #sent: Sent[] = [];
  #names = 0;

  constructor(history: PersistHistory) {
    this.model = new PersistModel(history);
  }

  get #isBusy(): boolean {
    return [...this.tabs, ...this.model.leaving].some(({ pending }) => pending.size > 0);
  }

  get tabs(): readonly PersistTab[] {
    return this.model.tabs;
  }

  /** Performs a step. */
  async run(step: PersistStep): Promise<void> {
    switch (step.do) {
      case 'deliver':
        this.#deliver(step);
        break;
      case 'flush':
        await this.pass(FLUSH_WAIT);
        break;
      case 'wait':
        await this.pass(step.ms);
        break;
      case 'set back':
        this.model.reach('the clock is set back');
        this.model.isOrdered = false;
        this.#time -= step.ms;
        for (const tab of this.tabs) tab.clock.adjust(-step.ms);
        break;
      case 'open':
        if (this.tabs.length < MAX_TABS) await this.open(step.newer, step.keys);
        break;
      case 'crash':
        await this.#crash(step);
        break;
      case 'fail':
        this.#mayFail = true;
        this.#storage.fail(step.fault, step.times);
        break;
      case 'slow':
        this.#setDelay(step.ms);
        break;
      case 'clear':
        await this.#clear();
        break;
      default:
        await this.#runInTab(step);
    }
    await settled();
  }

  async #runInTab(step: Extract<PersistStep, { readonly tab: number }>): Promise<void> {
    const awake = this.tabs.filter(({ frozen }) => (frozen === undefined) === (step.do !== 'thaw'));
    const tab = awake[step.tab % awake.length];
    if (!tab) return;
    switch (step.do) {
      case 'freeze':
        tab.frozen = 0;
        return;
      case 'thaw':
        this.#thaw(tab);
        return;
      case 'close':
        await this.#close(tab);
        return;
      case 'reload':
        await this.#close(tab);
        await this.open(0, step.keys);
        return;
      case 'log out':
        this.#logOut(tab);
        return;
      default:
        tab.act(() => this.#act(tab, step));
    }
  }

  #logOut(tab: PersistTab): void {
    const loggedOut = this.model.logsOut(tab);
    tab.act(() => tab.awaits('reset', tab.store.reset(), WIPE_TIMEOUT));
    loggedOut(this.#marks.text);
  }

  #act(
    tab: PersistTab,
    step: Exclude<
      Extract<PersistStep, { readonly tab: number }>,
      StepOf<'freeze' | 'thaw' | 'close' | 'reload' | 'log out'>
    >,
  ): void {
    const { endpoints, store } = tab;
    const id = 'user' in step ? userIds[step.user % userIds.length] : '';
    const [read] = 'key' in step ? this.#readsOf(tab, [step.key]) : [];
    const users = 'users' in step ? this.#usersOf(tab.session.tag, step.users) : [];
    switch (step.do) {
      case 'fetch':
        return tab.awaits(step.do, store.fetch(read.endpoint, ...argsOf(read)));
      case 'fetch if stale':
        return tab.awaits(step.do, store.fetchIfStale(read.endpoint, ...argsOf(read)));
      case 'respond':
        return this.#respond(tab, read);
      case 'observe':
        return this.#observe(tab, read);
      case 'unobserve':
        tab.observed.get(read.key)?.unsubscribe();
        tab.observed.delete(read.key);
        return;
      case 'invalidate':
        return store.invalidate(read.endpoint, ...argsOf(read));
      case 'invalidate all':
        return store.invalidateAll(read.endpoint);
      case 'expire':
        return store.expireAll(read.endpoint);
      case 'put':
      case 'delete':
        if (step.do === 'delete') this.model.removed.add(id);
        // What is shown at once has a name that is never confirmed.
        return tab.awaits(
          step.do,
          store.fetch(endpoints[step.do], { id, name: `${tab.session.tag}.shown` }),
        );
      case 'post':
        return tab.awaits(
          step.do,
          store.fetch(endpoints.post, { name: `${tab.session.tag}.shown` }),
        );
      case 'message':
        return store.set(User, { id, name: this.#newName(tab.session.tag) });
      case 'remove':
        this.model.removed.add(id);
        return store.set(new Invalidate(User), id);
      case 'share':
        return this.#share(tab, step.key);
      case 'list':
        return store.setResponse(endpoints.reads[USERS_READ].endpoint, users);
      case 'all':
        return store.setResponse(endpoints.reads[ALL_READ].endpoint, users);
      case 'page':
        this.model.reach('a page is hydrated');
        rehydrate(store, this.#pageOf(tab, users));
        return this.#observe(tab, endpoints.reads[TEAM_READ]);
      case 'load':
        return this.#load(tab, this.#readsOf(tab, step.keys));
      case 'collect':
        return store.gc();
    }
  }

  /** The reads that choices of a step mean. */
  #readsOf({ endpoints }: PersistTab, keys: readonly number[]): readonly TabRead[] {
    const { reads } = this.model.history;
    return [...new Set(keys.map((key) => endpoints.reads[reads[key % reads.length]]))];
  }

  #observe({ observed, store }: PersistTab, read: TabRead): void {
    if (observed.has(read.key)) return;
    observed.set(read.key, store.observe(read.endpoint, ...argsOf(read)).subscribe());
  }

  /** A read gets a response without a request. */
  #respond({ session, store }: PersistTab, { args, endpoint }: TabRead): void {
    const [user] = args as readonly { readonly id: string }[];
    const list = endpoint.name === 'withSecret' ? 'withSecret' : 'users';
    const request: Request = user ? { to: 'user', ...user } : { to: list };
    store.setResponse(endpoint, ...args, this.#responseTo({ request, tag: session.tag }));
  }

  /** One of two endpoints with one key gets a response. */
  #share({ endpoints, session, store }: PersistTab, which: number): void {
    const user = { id: '1', name: this.#newName(session.tag) };
    if (which % 2 === 0) store.setResponse(endpoints.shared[0], user);
    else store.setResponse(endpoints.shared[1], [user]);
  }

  #load(tab: PersistTab, reads: readonly TabRead[]): void {
    const keys = reads.map(({ args, endpoint }) => [endpoint, ...args] as const);
    tab.awaits('storedKeys', storedKeys(tab.store, keys), LOAD_TIMEOUT);
  }

  /** The state of a page that the server has rendered with the team. */
  #pageOf(tab: PersistTab, users: readonly object[]) {
    const clock = new ManualClock();
    clock.adjust(tab.now - clock.now());
    const server = createStore({ scheduler: clock });
    server.setResponse(tab.endpoints.reads[TEAM_READ].endpoint, users);
    const state = dehydrate(server);
    server.dispose();
    return state;
  }

  #newName(tag: number): string {
    return `${tag}.${++this.#names}`;
  }

  #usersOf(tag: number, places: readonly number[]) {
    return places.map((each) => ({ id: userIds[each], name: this.#newName(tag) }));
  }

  #deliver({ isRefused, request: at }: StepOf<'deliver'>): void {
    this.#sent = this.#sent.filter(({ responses }) => responses.observed);
    const awake = this.#sent.filter(({ tab }) => tab.frozen === undefined);
    const sent = awake[at % awake.length];
    if (!sent) return;
    this.#sent = this.#sent.filter((other) => other !== sent);
    sent.tab.act(() => {
      if (isRefused) sent.responses.error(at % 2 ? new TypeError('no network') : refusal());
      else sent.responses.next(this.#responseTo(sent));
      sent.responses.complete();
    });
  }

  #responseTo({ request, tag }: Pick<Sent, 'request' | 'tag'>): unknown {
    const named = (id: string) => ({ id, name: this.#newName(tag) });
    switch (request.to) {
      case 'delete':
        return { id: request.id };
      case 'put':
        return named(request.id);
      case 'user':
        return { ...named(request.id), email: `${request.id}@example.org` };
      case 'post': {
        const id = `${this.model.ids.length + 1}`;
        this.model.ids.push(id);
        this.model.posted.add(id);
        return named(id);
      }
      case 'users': {
        const some = (this.#names * 7 + 3) % 16;
        return userIds.filter((_, at) => (some >> at) % 2 === 1).map(named);
      }
      case 'withSecret':
        return { user: named('1'), secret: { id: 's' } };
    }
  }

  /** Lets time pass, in all tabs that are not frozen. */
  async pass(ms: number): Promise<void> {
    // Each operation of a slow storage waits for one before it.
    const slices = this.#delay > 0 ? 6 : 1;
    for (let slice = 1; slice <= slices; slice++) {
      const part = Math.floor((ms * slice) / slices) - Math.floor((ms * (slice - 1)) / slices);
      this.#time += part;
      for (const tab of [...this.tabs, ...this.model.leaving]) tab.advance(part);
      await settled();
    }
  }

  #setDelay(ms: number): void {
    this.#delay = ms;
    this.#storage.delay(ms);
    if (ms > 0) this.model.reach('the storage is slow');
  }

  /** Opens a tab with a program that is `newer` versions later than the latest. */
  async open(newer: number, keys: readonly number[] = []): Promise<void> {
    const version = Math.max(1, this.model.version + newer);
    const tab = this.model.open({
      version,
      time: this.#time,
      storage: this.#storage,
      sent: (sent) => this.#sent.push(sent),
    });
    // The stored classes are known from the first flush on.
    tab.act(() => this.#load(tab, [...tab.endpoints.seeds, ...this.#readsOf(tab, keys)]));
    await settled();
    const isWiped = this.#marks.now === undefined || this.#marks.now === tab.token;
    if (tab.status === 'storage' && !isWiped) {
      this.model.fault('a start has not ended the wipe of a session before (R20)');
    }
  }

  #thaw(tab: PersistTab): void {
    const ms = tab.frozen ?? 0;
    tab.frozen = undefined;
    tab.advance(ms);
    this.model.reach('a frozen tab wakes');
  }

  async #close(tab: PersistTab): Promise<void> {
    const closed = this.model.closes(tab);
    tab.act(() => tab.store.dispose());
    await settled();
    closed();
    if (this.tabs.length === 0) await this.open(0);
  }

  /** All tabs end, perhaps while a flush is on its way. */
  async #crash({ keys, newer, turns }: StepOf<'crash'>): Promise<void> {
    for (const tab of this.tabs) tab.advance(FLUSH_WAIT);
    this.#time += FLUSH_WAIT;
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    this.#storage.crash();
    const storage = this.#storage.copy();
    const crashed = this.model.crashes();
    await settled();
    crashed(await contentsOf(storage));
    this.#storage = storage;
    this.#mayFail = false;
    this.#setDelay(0);
    await this.open(newer, keys);
  }

  /** The user deletes the data of the site. */
  async #clear(): Promise<void> {
    // A fault of the history would hit it.
    if (this.#mayFail || this.#delay > 0 || this.#isBusy) return;
    const open = await this.#storage.open(() => undefined);
    await open.clear();
    this.model.cleared();
    // Flushes before and after have different times.
    await this.pass(1);
  }

  /** Ends the history: all is well again, and all requests have their response. */
  async converge(): Promise<void> {
    this.#setDelay(0);
    for (const tab of this.tabs) if (tab.frozen !== undefined) this.#thaw(tab);
    await settled();
    for (let time = 0; time < 3; time++) {
      await this.pass(65_000);
      for (let round = 0; this.#sent.length > 0 && round < 100; round++) {
        this.#deliver({ do: 'deliver', request: 0, isRefused: false });
        await settled();
      }
    }
    // What came last is stored, too.
    await this.pass(65_000);
    this.model.compare(await contentsOf(this.#storage));
  }

  end(): void {
    for (const tab of this.tabs) tab.store.dispose();
    this.#marks.remove();
  }
}

function argsOf({ args }: TabRead): never[] {
  // The cast holds: the args fit the endpoint that they stand beside.
  return args as never[];
}

function refusal(): Error {
  return Object.assign(new Error('refused'), { status: 500 });
}

/** Lets all promises settle that wait for nothing but each other. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** All records of a storage. */
async function contentsOf(storage: VirtualStorage): Promise<ReadonlyMap<string, unknown>> {
  const contents = new Map<string, unknown>();
  const open = await storage.copy().open(() => undefined);
  await open.read(async (tables) => {
    for (const table of tableNames) {
      for (const [key, value] of await tables.range(table, [], Infinity)) {
        contents.set(placeOf(table, key), value);
      }
    }
  });
  return contents;
}
