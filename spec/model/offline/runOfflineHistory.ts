import { createTestTabs, type TestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { type Arrival, type Fate, OfflineServer } from './OfflineServer.ts';
import {
  type Browser,
  type Endpoints,
  endpointsOf,
  idOf,
  observed,
  OfflineTab,
  pluginsOf,
  titleOf,
} from './OfflineTab.ts';
import { StorageLimit } from './StorageLimit.ts';

/** Longer than any wait between two tries, and than a claim. */
const LONG = 61_000;

/** The steps of a history. */
const LENGTH = 40;

/** How often each step comes. */
const ALL = {
  make: 25,
  'make apart': 3,
  respond: 27,
  pass: 11,
  crash: 4,
  close: 2,
  open: 2,
  freeze: 5,
  thaw: 6,
  offline: 3,
  online: 3,
  resume: 3,
  retry: 3,
  discard: 2,
  'log out': 1,
};

/** A third of the histories is mostly about tabs that are frozen, a third about what refers to creations. */
const FROZEN = { ...ALL, pass: 15, crash: 1, close: 1, freeze: 12, thaw: 14, 'log out': 0 };
const REFERRING = { ...ALL, respond: 20, pass: 8, retry: 6, discard: 4, 'log out': 0 };

/** Runs a random history of tabs with an outbox. Throws for the first broken guarantee. */
export async function runOfflineHistory(seed: number, reached: Map<string, number>): Promise<void> {
  const history = new OfflineHistory(seed, reached);
  await history.run();
}

class OfflineHistory {
  readonly #random: () => number;
  readonly #reached: Map<string, number>;
  readonly #server = new OfflineServer();
  readonly #log: string[] = [];
  readonly #browser: Browser;
  readonly #endpoints: Endpoints;
  readonly #system: TestTabs;
  readonly #limit = new StorageLimit();
  readonly #reported: unknown[] = [];
  #tabs: OfflineTab[] = [];
  #count = 0;
  /** The mutations by their titles, which are numbers: whether the storage is known to have them. */
  readonly #made = new Map<string, 'made' | 'stored'>();
  /** Titles of mutations that failed, were done or discarded, or belong to another session. */
  readonly #ended = new Map<string, string>();
  /** Entities of which only a fetch would say what the server has. */
  readonly #uncertain = new Set<string>();
  /** Keys of mutations without a promised order: they failed, were discarded, or have an early id. */
  readonly #unordered = new Set<string>();
  /** Titles of mutations that may be sent before earlier ones of other tabs are known. */
  readonly #apart = new Set<string>();
  /** The keys of mutations that were in an outbox. */
  readonly #seen = new Set<string>();
  readonly #weights: typeof ALL;
  /** In one of thirteen histories, programs make a mutation before they have loaded those of before. */
  readonly #isEager: boolean;
  /** A tab was frozen or offline: it may have missed what others know. */
  #hasMissed = false;
  /** A tab may have paused. One that opens later does not know it. */
  #hasPaused = false;
  /** A tab is gone or had no network while it was sending. */
  #hasLost = false;

  constructor(seed: number, reached: Map<string, number>) {
    this.#random = seededRandom(seed);
    this.#reached = reached;
    this.#isEager = seed % 13 === 4;
    this.#weights = [ALL, FROZEN, REFERRING][seed % 3];
    this.#log.push(`seed ${seed}`);
    const hasChannel = this.#random() < 0.8;
    this.#browser = {
      hasChannel,
      hasLocks: this.#random() < 0.8,
      hasPersist: this.#random() < 0.5,
      hasTabs: hasChannel && this.#random() < 0.3,
    };
    this.#log.push(JSON.stringify(this.#browser));
    this.#endpoints = endpointsOf(this.#server);
    this.#system = createTestTabs(0, {
      passThrough: true,
      // What tabs choose does not change the steps.
      random: seededRandom(-seed),
      onError: (error) => this.#reported.push(error),
      plugins: pluginsOf(this.#endpoints, this.#browser, this.#limit),
    });
  }

  async run(): Promise<void> {
    const count = 1 + Math.floor(this.#random() * 3);
    for (let tab = 0; tab < count; tab++) this.#open();
    await this.#settle();
    for (let step = 0; step < LENGTH; step++) {
      await this.#step();
      await this.#settle();
      this.#check();
      // What two tabs receive in one millisecond has no order.
      await this.#system.advance(1);
    }
    await this.#end();
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #note(what: string, detail = ''): void {
    this.#log.push(`${what} ${detail}`);
    this.#reached.set(what, (this.#reached.get(what) ?? 0) + 1);
  }

  #fail(what: string): never {
    throw new Error(`${what}\n${this.#log.join('\n')}`);
  }

  /** Lets messages arrive, and all that follows from them. */
  async #settle(): Promise<void> {
    // A tab that thaws has missed many.
    const turns = this.#hasMissed ? 20 : 4;
    for (let turn = 0; turn < turns; turn++) await this.#system.advance(0);
  }

  #open(): void {
    const tab = new OfflineTab(this.#system, this.#endpoints);
    this.#tabs.push(tab);
    if (this.#isEager) this.#make(tab, this.#running.length > 1);
  }

  get #running(): readonly OfflineTab[] {
    return this.#tabs.filter(({ state }) => state === 'runs');
  }

  #nameOf(tab: OfflineTab): string {
    return `in tab ${this.#tabs.indexOf(tab)}`;
  }

  // --- steps

  #step(): void | Promise<void> {
    const tab = this.#pick(this.#running);
    if (!tab) return this.#thaw();
    const arrival = this.#pick(this.#server.inFlight);
    switch (this.#chosen()) {
      case 'make':
        return this.#make(tab);
      case 'make apart':
        for (const each of this.#running) this.#make(each, true);
        return;
      case 'respond':
        return arrival ? this.#respond(arrival) : this.#pass();
      case 'pass':
        return this.#pass();
      case 'crash':
        return this.#crash(tab);
      case 'close':
        return this.#close(tab);
      case 'open':
        return this.#openOne();
      case 'freeze':
        return this.#freeze(tab);
      case 'thaw':
        return this.#thaw();
      case 'offline':
        return this.#loseNetwork(tab);
      case 'online':
        return this.#regainNetwork(tab);
      case 'resume':
        return this.#resume(tab);
      case 'retry':
        return this.#retry(tab);
      case 'discard':
        return this.#discard(tab);
      case 'log out':
        return this.#logOut(tab);
    }
  }

  #chosen(): keyof typeof ALL {
    const weights = Object.entries(this.#weights);
    let chance = this.#random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    // The casts hold: the chance is less than the sum, and the steps are those of the weights.
    return weights.find(([, weight]) => (chance -= weight) < 0)![0] as keyof typeof ALL;
  }

  /** `isApart`: other tabs make mutations that this one does not know of yet. */
  #make(tab: OfflineTab, isApart = false): void {
    const title = String(++this.#count);
    const predicted = tab.ids.filter((each) => each.startsWith('optimistic:'));
    const refers = this.#weights === REFERRING && predicted.length > 0 && this.#random() < 0.6;
    const known = refers ? predicted : ['a', 'b', 'c', ...tab.ids];
    const id = this.#random() < 0.3 ? undefined : this.#pick(known);
    this.#note(id === undefined ? 'create' : 'rename', `${id} ${title} ${this.#nameOf(tab)}`);
    this.#made.set(title, 'made');
    // A response of its creation was lost, and a list brought it.
    const isEarly = [...this.#server.created].some(
      ([creation, created]) => created === id && !this.#ended.has(creation),
    );
    if (isApart || isEarly) {
      this.#apart.add(title);
      // The server repeats its response to a try that was lost, also if it has renamed it since.
      this.#uncertain.add(String(id));
    }
    tab.make(title, id);
  }

  #respond(arrival: Arrival): void {
    const fates: readonly Fate[] = ['lost response', 'no connection', 503, 422, 401];
    const fate = this.#random() < 0.4 ? 'success' : this.#pick(fates)!;
    this.#note(String(fate), `${arrival.key} ${JSON.stringify(arrival.args)}`);
    this.#hasPaused ||= fate === 401;
    if (fate === 422) {
      this.#unordered.add(arrival.key);
      // An earlier try may reach the server later.
      this.#uncertain.add(String(arrival.args['id']));
    }
    this.#server.end(arrival, fate);
  }

  async #pass(): Promise<void> {
    const ms = Math.floor(this.#random() ** 2 * LONG);
    this.#note('time passes', `${ms}`);
    await this.#system.advance(ms);
  }

  /** A mutation that was not stored is lost, and was never sent. */
  async #crash(tab: OfflineTab): Promise<void> {
    const isEarly = this.#random() < 0.3;
    if (isEarly) this.#make(tab);
    this.#note('crash', this.#nameOf(tab));
    const isSending = tab.inFlight.size > 0;
    const { length } = this.#server.tries;
    this.#gone(tab);
    const last = String(this.#count);
    await this.#settle();
    // One that was frozen may send without the lock.
    if (isSending && !this.#hasMissed && this.#mayFollow()) {
      await this.#system.advance(1_000);
      if (this.#server.tries.length === length) this.#fail('The sender has no follower (R42).');
    }
    if (isEarly && (await this.#storedTitles()).has(last)) this.#made.set(last, 'stored');
    else if (isEarly) this.#ended.set(last, 'not stored');
    if (this.#tabs.every(({ state }) => state === 'gone')) this.#open();
  }

  /** Whether another tab sends as soon as the sender is gone. */
  #mayFollow(): boolean {
    const others = this.#tabs.filter(({ state }) => state !== 'gone');
    const { hasChannel, hasLocks } = this.#browser;
    const areFit = others.every(({ isOffline, state }) => state === 'runs' && !isOffline);
    return hasChannel && hasLocks && !this.#hasPaused && areFit && others.length > 0;
  }

  async #close(tab: OfflineTab): Promise<void> {
    this.#note('close', this.#nameOf(tab));
    tab.store.dispose();
    await this.#settle();
    this.#gone(tab);
    if (this.#tabs.every(({ state }) => state === 'gone')) this.#open();
  }

  #gone(tab: OfflineTab): void {
    this.#hasLost = true;
    for (const [title, outcome] of tab.outcomes) this.#ended.set(title, outcome);
    tab.store.kill();
    tab.state = 'gone';
  }

  #openOne(): void {
    if (this.#tabs.filter(({ state }) => state !== 'gone').length >= 3) return;
    this.#note('open');
    this.#open();
  }

  #freeze(tab: OfflineTab): void {
    this.#note('freeze', this.#nameOf(tab));
    tab.hasMissed = this.#hasMissed = this.#hasLost = true;
    tab.store.freeze();
    tab.state = 'frozen';
  }

  #thaw(): void {
    const tab = this.#pick(this.#tabs.filter(({ state }) => state === 'frozen'));
    if (!tab) return;
    this.#note('thaw', this.#nameOf(tab));
    tab.state = 'runs';
    tab.store.thaw();
    // It does not know yet what others have made.
    if (this.#random() < 0.3) this.#make(tab, true);
  }

  #loseNetwork(tab: OfflineTab): void {
    this.#note('offline', this.#nameOf(tab));
    tab.store.offline();
    tab.isOffline = tab.hasMissed = this.#hasMissed = this.#hasLost = true;
  }

  #regainNetwork(tab: OfflineTab): void {
    this.#note('online', this.#nameOf(tab));
    tab.store.online();
    tab.isOffline = false;
  }

  #resume(tab: OfflineTab): void {
    this.#note('resume', this.#nameOf(tab));
    tab.outbox.resume();
  }

  /** It may come to an end once more, and with it the creation that it needs, and what needs it. */
  async #retry(tab: OfflineTab): Promise<void> {
    const failed = this.#pick(tab.failed);
    if (!failed) return;
    this.#note('retry', `${titleOf(failed.args)} ${this.#nameOf(tab)}`);
    this.#leaveUncertain(tab);
    const before = tab.failed;
    tab.outbox.retry(failed.id);
    // The lists of an outbox emit once for all changes of a moment.
    await Promise.resolve();
    const left = new Set(tab.failed.map(({ id }) => id));
    for (const { args, id } of before) {
      if (left.has(id)) continue;
      this.#unordered.add(id);
      this.#ended.delete(titleOf(args));
      for (const each of this.#tabs) each.outcomes.delete(titleOf(args));
    }
  }

  async #discard(tab: OfflineTab): Promise<void> {
    const mutation = this.#pick(tab.all);
    if (!mutation) return;
    this.#note('discard', `${titleOf(mutation.args)} ${this.#nameOf(tab)}`);
    const before = tab.all;
    this.#leaveUncertain(tab);
    tab.outbox.discard(mutation.id);
    await this.#settle();
    for (const { args, id } of before) {
      if (tab.titles.has(titleOf(args))) continue;
      this.#ended.set(titleOf(args), 'discarded');
      // Another tab may be sending it.
      this.#unordered.add(id);
    }
  }

  async #logOut(tab: OfflineTab): Promise<void> {
    this.#note('log-out', this.#nameOf(tab));
    for (const title of this.#made.keys()) this.#ended.set(title, 'log-out');
    this.#server.drop();
    await Promise.all([tab.store.reset(), this.#settle()]);
    this.#server.drop();
    const informed = this.#browser.hasChannel ? this.#running : [tab];
    if (informed.some(({ all }) => all.length > 0)) this.#fail('A log-out left mutations (I2).');
    if ((await this.#storedTitles()).size > 0) this.#fail('A log-out left stored mutations (I2).');
  }

  #leaveUncertain({ all }: OfflineTab): void {
    for (const mutation of all) {
      const id = idOf(mutation);
      const isKnown = id !== undefined && !id.startsWith('optimistic:');
      for (const each of isKnown ? [id] : this.#server.titles.keys()) this.#uncertain.add(each);
    }
  }

  async #storedTitles(): Promise<ReadonlySet<string>> {
    const open = await this.#system.storage.copy().open(() => undefined);
    const stored = await open.read((tables) => tables.range('mutations', [], Infinity));
    return new Set(
      stored.map(([, value]) => titleOf((value as { args: readonly unknown[] }).args)),
    );
  }

  // --- guarantees

  #check(): void {
    if (this.#limit.isReached) this.#fail('A tab is in a loop (R41).');
    this.#limit.reset();
    if (this.#reported.length > 0) this.#fail(`Reported: ${String(this.#reported[0])}`);
    for (const tab of this.#running) {
      for (const [title, outcome] of tab.outcomes) {
        if (!this.#ended.has(title)) this.#ended.set(title, outcome);
      }
      for (const { args, id } of tab.all) {
        if (this.#apart.has(titleOf(args))) this.#unordered.add(id);
        // A tab does not know the ids of mutations that were settled before it opened, or while it was frozen.
        const isEarly = !this.#seen.has(id) && this.#server.effects.some((key) => key > id);
        if (isEarly) this.#unordered.add(id);
        this.#seen.add(id);
      }
    }
    for (const tab of this.#running) this.#checkTab(tab);
    this.#checkSenders();
    // I6: all tabs have the same.
    if (this.#browser.hasChannel) {
      const lists = this.#running.map(({ failed, pending }) =>
        [pending, failed].map((list) => list.map(({ id }) => id).join()).join(' | '),
      );
      if (new Set(lists).size > 1) this.#fail(`The tabs have\n${lists.join('\n')}\n(I6).`);
    }
    // I7: no placeholder id is sent.
    for (const { args } of this.#server.tries) {
      if (JSON.stringify(args).includes('optimistic:'))
        this.#fail('A placeholder id was sent (I7).');
    }
    // R41: one tab sends a mutation.
    const sent = this.#server.inFlight.map(({ key }) => key);
    if (!this.#hasLost && new Set(sent).size < sent.length) this.#fail('Two tabs send one (R41).');
    // I3: one effect per key, in the order of the ids of one entity.
    const { effects, effectsOf } = this.#server;
    if (new Set(effects).size !== effects.length) this.#fail('A mutation had two effects (I3).');
    // Without messages, a tab does not know what another one has made.
    for (const keys of this.#browser.hasChannel ? effectsOf.values() : []) {
      const ordered = keys.filter((key) => !this.#unordered.has(key));
      if (ordered.some((key, at) => at > 0 && key < ordered[at - 1])) {
        this.#fail(`The effects were in the order ${ordered.join()} (I3).`);
      }
    }
  }

  /** R41: no tab sends a mutation that is in flight in another tab, unless that one was frozen or offline. */
  #checkSenders(): void {
    const tabs = this.#tabs.filter(({ state }) => state !== 'gone');
    const tries = tabs.map((tab) => ({ tab, now: tab.inFlight, before: tab.sending }));
    for (const { tab, now, before } of tries) {
      tab.sending = now;
      for (const title of [...now].filter((each) => !before.has(each))) {
        const other = tries.find(
          (each) => each.tab !== tab && each.now.has(title) && each.before.has(title),
        );
        if (!other || other.tab.hasMissed) continue;
        this.#fail(`${title} is sent ${this.#nameOf(tab)} and ${this.#nameOf(other.tab)} (R41).`);
      }
    }
  }

  #checkTab(tab: OfflineTab): void {
    const { pending, store, titles } = tab;
    const isOwn = (title: string): boolean => this.#browser.hasChannel || tab.unsettled.has(title);
    // I4: none disappears.
    for (const [title, state] of this.#made) {
      if (titles.has(title)) {
        if (state === 'made') this.#made.set(title, 'stored');
      } else if (isOwn(title) && !this.#ended.has(title)) {
        this.#fail(`The mutation ${title} has disappeared ${this.#nameOf(tab)} (I4).`);
      }
    }
    // R39, R52: they are in the order in which they were made, where tabs know of each other.
    const order = pending.map(({ args }) => titleOf(args));
    const known = this.#browser.hasChannel ? order.filter((title) => !this.#apart.has(title)) : [];
    if (known.some((title, at) => at > 0 && Number(title) < Number(known[at - 1]))) {
      this.#fail(`The order is ${order.join()} ${this.#nameOf(tab)} (R39).`);
    }
    // I5: the last pending mutation of an entity is visible.
    const last = new Map<string, string>();
    for (const mutation of pending) {
      const id = idOf(mutation);
      if (mutation.name === 'rename' && id !== undefined) last.set(id, titleOf(mutation.args));
    }
    for (const [id, title] of last) {
      const shown = tab.titleAt(id);
      if (shown !== title) {
        this.#fail(`${id} shows ${shown} in place of ${title} ${this.#nameOf(tab)} (I5).`);
      }
    }
    const { layers } = store.stats();
    if (layers !== pending.length) {
      this.#fail(`${layers} layers of ${pending.length} mutations ${this.#nameOf(tab)} (I5).`);
    }
  }

  /** All tabs run, with a network: all mutations come to an end. */
  async #end(): Promise<void> {
    this.#note('end');
    for (const { store } of this.#running) store.online();
    // Others do not wait for a tab that stays frozen, unless no message could tell.
    const { hasChannel, hasLocks } = this.#browser;
    if (hasChannel || !hasLocks) await this.#deliver();
    for (const tab of this.#tabs.filter(({ state }) => state === 'frozen')) {
      tab.store.online();
      tab.store.thaw();
      tab.state = 'runs';
    }
    await this.#settle();
    await this.#deliver();
    for (const { unsettled } of this.#running) {
      if (unsettled.size > 0) this.#fail(`Promises of ${[...unsettled].join()} never settle (I9).`);
    }
    this.#compareWithServer();
    const stored = await this.#storedTitles();
    for (const tab of this.#browser.hasChannel ? this.#running : []) {
      const failed = tab.failed.map(({ args }) => titleOf(args));
      if (failed.length !== stored.size || !failed.every((title) => stored.has(title))) {
        this.#fail(`${[...stored].join()} are stored, ${failed.join()} have failed (I6).`);
      }
    }
  }

  async #deliver(): Promise<void> {
    for (let round = 0; round < 100 && !this.#isQuiet; round++) {
      for (const { outbox } of this.#running) outbox.resume();
      await this.#settle();
      for (const arrival of [...this.#server.inFlight]) this.#server.end(arrival, 'success');
      await this.#settle();
      this.#check();
      await this.#system.advance(LONG);
    }
    await this.#settle();
    this.#check();
    if (!this.#isQuiet) this.#fail('Mutations wait for ever (I9).');
  }

  get #isQuiet(): boolean {
    return this.#running.every(({ pending }) => pending.length === 0);
  }

  /** A list has each created entity once, and none that the server does not have. */
  #compareList(tab: OfflineTab): void {
    const { list } = tab;
    const failed = new Set(tab.failed.map(({ args }) => titleOf(args)));
    const { created, titles } = this.#server;
    for (const [title, id] of created) {
      if (this.#ended.get(title) !== 'done' || failed.has(title) || list.includes(id)) continue;
      this.#fail(`${id} is not in the list ${list.join()} ${this.#nameOf(tab)} (I6).`);
    }
    if (new Set(list).size < list.length || list.some((id) => !titles.has(id))) {
      this.#fail(`The list has ${list.join()} ${this.#nameOf(tab)} (I6).`);
    }
  }

  #compareWithServer(): void {
    for (const [title, outcome] of this.#ended) {
      // Without messages, one that another tab has discarded counts as done.
      if (outcome !== 'done' || !this.#browser.hasChannel) continue;
      const tries = this.#server.tries.filter(({ args }) => args['title'] === title);
      const keys = new Set(tries.map(({ key }) => key));
      if (keys.size !== 1) this.#fail(`${title} had the keys ${[...keys].join()} (I3).`);
      if (!this.#server.effects.includes([...keys][0])) this.#fail(`${title} had no effect (I3).`);
    }
    // I6: observed entities are as the server has them.
    for (const tab of this.#browser.hasChannel ? this.#running : []) {
      // Without a request, a tab does not know that the network is back.
      if (!tab.outbox.online$.getValue()) continue;
      for (const id of observed) {
        const [shown, title = ''] = [tab.titleAt(id), this.#server.titles.get(id)];
        if (shown === title || this.#uncertain.has(id)) continue;
        this.#fail(`${id} shows ${shown} ${this.#nameOf(tab)}, the server has ${title} (I6).`);
      }
      this.#compareList(tab);
    }
  }
}
