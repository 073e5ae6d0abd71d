import type { Subscription } from 'rxjs';
import { All } from '../../../src/data/schema/All.ts';
import type { TestTab } from '../../../src/tools/testing/createTestTabs.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { Desk } from './Desk.ts';
import { faultsIn } from './deskFaults.ts';
import type { Args } from './DeskServer.ts';
import { PAGES, Project, Ticket, User } from './deskSchemas.ts';

interface OpenTab {
  readonly tab: TestTab;
  readonly pages: Map<number, Subscription>;
}

type Step = (history: DeskHistory) => unknown;

const STATUSES = ['open', 'closed'];

/** What users, the network and the server do, and how often. */
const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [10, (history) => history.show(history.upTo(PAGES.length))],
  [3, (history) => history.leave()],
  [8, ({ call, tab }) => void tab.fetch(...call).catch(() => undefined)],
  [6, ({ call, tab }) => void tab.fetchIfStale(...call).catch(() => undefined)],
  [1, ({ call, tab }) => tab.expireAll(call[0])],
  [1, ({ call, tab }) => tab.invalidate(...call)],
  [6, (history) => history.write('createTicket', history.newTicket())],
  [8, (history) => history.editTicket()],
  [2, (history) => history.assign(({ id }) => id)],
  [3, (history) => history.assign(({ id }) => ({ id, name: history.newName() }))],
  [3, (history) => history.editTickets()],
  [3, (history) => history.writeTo('removeTicket', history.ticket, {})],
  [3, (history) => history.write('createUser', { name: history.newName() })],
  [3, (history) => history.writeTo('renameUser', history.user, { name: history.newName() })],
  [1, (history) => history.writeTo('removeUser', history.user, {})],
  [1, (history) => history.write('createProject', { title: history.newName() })],
  [1, (history) => history.write('createTicket', { ...history.newTicket(), title: 'refused' })],
  [1, (history) => history.writeTo('editTicket', history.ticket, { title: 'refused' })],
  [22, ({ desk, request }) => request && desk.answer(request)],
  [6, ({ desk, request }) => request && desk.handle(request)],
  [3, ({ desk, request }) => request && desk.lose(request)],
  [5, ({ desk }) => desk.answerAll()],
  [8, ({ desk }) => desk.pass(300)],
  [8, (history) => history.reload()],
  [5, (history) => history.switchNetwork()],
  [1, ({ desk, upTo }) => desk.pass(upTo(2) === 0 ? 70_000 : 110_000)],
  [1, ({ tab }) => tab.gc()],
];

/** What happens with a second tab. */
const TAB_STEPS: typeof STEPS = [
  [4, (history) => history.open()],
  [2, (history) => history.close()],
  [14, (history) => history.changeTab()],
];

/** Whether tabs share what they change. */
export type DeskUse = 'one tab' | 'one tab that shares' | 'two tabs';

const STEPS_OF: Readonly<Record<DeskUse, typeof STEPS>> = {
  'one tab': STEPS,
  'one tab that shares': STEPS,
  'two tabs': [...STEPS, ...TAB_STEPS],
};

/** One history of a support desk, which a seed decides. */
export class DeskHistory {
  readonly desk: Desk;
  readonly #random: () => number;
  readonly #steps: typeof STEPS;
  readonly #tabs: OpenTab[] = [];
  #at = 0;
  #names = 100;

  constructor(seed: number, use: DeskUse) {
    this.desk = new Desk({ seed, shares: use !== 'one tab' });
    this.#random = seededRandom(seed);
    this.#steps = STEPS_OF[use];
  }

  /** Runs it. Resolves with the faults in all tabs, and after a reload without a network. */
  async run(length: number): Promise<readonly object[]> {
    const { desk } = this;
    await this.#enter();
    for (let step = 0; step < length; step++) {
      await this.#pickStep()(this);
      await desk.pass(this.upTo(3) === 0 ? 7 : 1);
    }
    const stores = this.#tabs.map(({ tab }) => tab);
    await desk.settle(stores);
    const faults = stores.flatMap((store, at) => faultsIn(desk, store, `tab ${at}`));
    const next = await desk.reloaded();
    faults.push(...faultsIn(next.desk, next.store, 'reloaded'));
    for (const store of [...stores, next.store]) store.dispose();
    return faults;
  }

  readonly upTo = (limit: number): number => Math.floor(this.#random() * limit);

  pick<T>(all: readonly T[]): T {
    return all[this.upTo(all.length)];
  }

  // --- what a step is about

  get tab(): TestTab {
    return this.#open.tab;
  }

  get call(): ReturnType<Desk['callOf']> {
    return this.desk.callOf(this.pick(PAGES));
  }

  get request(): Desk['requests'][number] | undefined {
    return this.pick(this.desk.requests);
  }

  get ticket(): Ticket | undefined {
    return this.pick(this.tab.get(new All(Ticket)) ?? []);
  }

  get user(): User | undefined {
    return this.pick(this.tab.get(new All(User)) ?? []);
  }

  newName(): string {
    return `n${this.#names++}`;
  }

  newTicket(): Args {
    const rank = this.#newRank();
    const status = this.pick(STATUSES);
    const assignee = this.upTo(3) === 0 ? null : (this.user?.id ?? null);
    return { title: this.newName(), status, rank, project: this.#project(), assignee };
  }

  // --- steps

  show(page: number): void {
    const { pages, tab } = this.#open;
    if (pages.has(page)) return;
    const call = this.desk.callOf(PAGES[page]);
    pages.set(page, tab.observe(...call).subscribe());
  }

  leave(): void {
    const { pages } = this.#open;
    const page = this.pick([...pages.keys()]);
    pages.get(page)?.unsubscribe();
    pages.delete(page);
  }

  write(name: string, args: Args): void {
    this.tab.fetch(this.desk.mutations.get(name)!, args).catch(() => undefined);
  }

  writeTo(name: string, entity: { readonly id: string } | undefined, args: Args): void {
    if (entity) this.write(name, { id: entity.id, ...args });
  }

  editTicket(): void {
    const change = this.pick<() => Args>([
      () => ({ status: 'open' }),
      () => ({ status: 'closed' }),
      () => ({ title: this.newName() }),
      () => ({ rank: this.#newRank() }),
      () => ({ project: this.#project() }),
    ]);
    this.writeTo('editTicket', this.ticket, change());
  }

  assign(assigneeOf: (user: User) => unknown): void {
    const { user } = this;
    if (user) this.writeTo('editTicket', this.ticket, { assignee: assigneeOf(user) });
  }

  editTickets(): void {
    const tickets = this.tab.get(new All(Ticket)) ?? [];
    const ids = tickets.slice(0, 1 + this.upTo(3)).map(({ id }) => id);
    if (ids.length > 0) this.write('editTickets', { ids, status: this.pick(STATUSES) });
  }

  /** The tab reloads, or crashes. Without other tabs, requests in flight may have reached the server. */
  async reload(): Promise<void> {
    const { desk } = this;
    const { tab } = this.#open;
    if (this.upTo(3) > 0) {
      tab.dispose();
      await desk.pass(5);
    }
    tab.kill();
    if (this.#tabs.length === 1) {
      if (this.upTo(2) === 0) for (const each of desk.requests) desk.handle(each);
      desk.requests = [];
    }
    this.#tabs.splice(this.#at, 1);
    await this.#enter();
    if (this.upTo(2) > 0) return;
    const count = this.upTo(PAGES.length);
    for (let page = 0; page < count; page++) this.show(page);
  }

  switchNetwork(): void {
    const { desk } = this;
    desk.isDown = !desk.isDown;
    if (!desk.isDown) {
      for (const { tab } of this.#tabs) tab.online();
      return;
    }
    for (const each of desk.requests) {
      if (this.upTo(2) === 0) desk.handle(each);
      desk.lose(each);
    }
  }

  async open(): Promise<void> {
    if (this.#tabs.length > 1) return;
    await this.#enter();
    await this.desk.pass(150);
  }

  async close(): Promise<void> {
    if (this.#tabs.length === 1) return;
    const { tab } = this.#open;
    this.#tabs.splice(this.#at, 1);
    this.#at = 0;
    tab.dispose();
    await this.desk.pass(5);
    tab.kill();
  }

  async changeTab(): Promise<void> {
    this.#at = (this.#at + 1) % this.#tabs.length;
    await this.desk.pass(this.pick([20, 150]));
  }

  // --- helpers

  get #open(): OpenTab {
    return this.#tabs[this.#at];
  }

  async #enter(): Promise<void> {
    this.#at = this.#tabs.length;
    this.#tabs.push({ tab: this.desk.tabs.open(), pages: new Map() });
    await this.desk.pass(this.pick([0, 5, 10]));
  }

  /** No two ranks are equal. */
  #newRank(): number {
    return this.upTo(100) + this.#names++ / 1_000;
  }

  #project(): string {
    const known = this.tab.get(new All(Project)) ?? [];
    return this.pick(['p1', 'p2', ...known.map(({ id }) => id)]);
  }

  #pickStep(): Step {
    const sum = this.#steps.reduce((total, [weight]) => total + weight, 0);
    let left = this.#random() * sum;
    const found = this.#steps.find(([weight]) => (left -= weight) < 0);
    return found![1];
  }
}
