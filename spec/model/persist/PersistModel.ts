import { isDeepStrictEqual } from 'node:util';
import type { Storage } from '../../../src/features/storage/Storage.ts';
import type { Commit } from '../../../src/kernel/store/Action.ts';
import { confirmedOf, type Value } from './Confirmed.ts';
import { checkLoad, expectLoad } from './checkLoad.ts';
import { checkWrites } from './checkWrites.ts';
import type { PersistHistory } from './PersistHistory.ts';
import { PAUSE, PersistTab, type Sent } from './PersistTab.ts';
import { Sessions } from './Sessions.ts';
import {
  after,
  agedOf,
  ALL_USERS,
  describe,
  EMPTY,
  flushOf,
  type Info,
  isUntouched,
  place,
  type Stored,
  valueAt,
} from './StoredModel.ts';
import { SHARED, SHARED_SECOND, User, userIds } from './tabEndpoints.ts';
import { dataOf, type StorageWatcher, type Transaction, watchedStorage } from './WatchedStorage.ts';

const FLUSH_WAIT = 100;

interface Opening {
  readonly version: number;
  readonly time: number;
  readonly storage: Storage;
  readonly sent: (sent: Sent) => void;
}

/**
 * What a storage has to contain, and what its tabs may show: plain maps that follow the transactions
 * of the tabs, and say which ones are wrong.
 */
export class PersistModel {
  readonly tabs: PersistTab[] = [];
  /** Tabs that were closed, whose last transaction may be in flight. */
  readonly leaving: PersistTab[] = [];
  /** All users there ever were. */
  readonly ids = [...userIds];
  /** Users that mutations have created. */
  readonly posted = new Set<string>();
  /** Whether times have the order of the steps: no clock was set back. */
  isOrdered = true;
  /** Users that were removed, and may have come back with fewer members. */
  readonly removed = new Set<string>();
  readonly sessions = new Sessions();
  readonly problems: string[] = [];
  readonly reached = new Map<string, number>();
  readonly history: PersistHistory;
  /** The contents of the storage. */
  stored: Stored = EMPTY;
  /** Earlier contents, and the order of what made them. */
  readonly #past: { readonly order: number; readonly stored: Stored }[] = [
    { order: 0, stored: EMPTY },
  ];
  #order = 0;
  /** The tab that has stored a key of endpoints with different schemas last. */
  #sharer: PersistTab | undefined;
  /** What wipes in flight leave: their position in the order is not known. */
  readonly #wipes = new Set<Stored>();

  constructor(history: PersistHistory) {
    this.history = history;
  }

  /** Counts a situation that histories have to reach. */
  readonly reach = (situation: string, times = 1): void => {
    if (times > 0) this.reached.set(situation, (this.reached.get(situation) ?? 0) + times);
  };

  /** The version of the program that has used the storage last. */
  get version(): number {
    return this.stored.info?.version ?? 1;
  }

  /** The contents of the storage when a transaction began. */
  before(order: number): Stored {
    return this.#past.filter((each) => each.order < order).at(-1)!.stored;
  }

  readonly fault = (problem: string): void => void this.problems.push(problem);

  readonly migrate = (record: object): object => {
    // The cast holds: lists have no name.
    const { name } = record as { readonly name?: string };
    return name === undefined ? record : { ...record, name: `${name}~` };
  };

  open({ sent, storage, time, version }: Opening): PersistTab {
    const tab = new PersistTab({
      version,
      time,
      sent,
      maxRows: this.history.maxRows,
      migrate: this.history.migrates ? (_from, _kind, record) => this.migrate(record) : undefined,
      storage: (own) => watchedStorage(storage, this.#watcherOf(own)),
      newTag: () => this.sessions.newTag(),
    });
    this.tabs.push(tab);
    if (this.tabs.length > 1) this.reach('several tabs are open');
    tab.store.commits$.subscribe((commit) => this.#committed(tab, commit));
    return tab;
  }

  /** A tab closes; returns what follows. */
  closes(tab: PersistTab): () => void {
    const mayStore = this.#mayStore(tab);
    if (mayStore && this.#unwritten(tab).length > 0) this.reach('a tab closes before its flush');
    tab.session.writtenAtEnd = tab.session.written;
    return () => {
      // What another tab has done meanwhile counts as before.
      const hasFailed = tab.elapsed === tab.failedAt;
      const isLeft =
        mayStore && !hasFailed && tab.pending.size === 0 && this.#unwritten(tab).length > 0;
      if (isLeft) this.fault('a tab that was closed has not stored its changes (R11, R25)');
      this.tabs.splice(this.tabs.indexOf(tab), 1);
      this.leaving.push(tab);
      tab.hasLeft = true;
    };
  }

  /** All tabs end. Returns what follows, with what the storage has then. */
  crashes(): (contents: ReadonlyMap<string, unknown>) => void {
    const inFlight = [...this.tabs, ...this.leaving]
      .flatMap((tab) => [...tab.pending])
      .filter(({ isCommit, order }) => isCommit && order !== undefined)
      .sort((a, b) => a.order! - b.order!);
    const wipes = [...this.#wipes];
    for (const tab of [...this.tabs, ...this.leaving]) {
      tab.isOver = true;
      tab.act(() => tab.store.dispose());
    }
    this.tabs.length = 0;
    this.leaving.length = 0;
    this.#wipes.clear();
    this.reach('a crash interrupts a transaction', inFlight.length);
    return (contents) => this.#findAfterCrash(contents, inFlight, wipes);
  }

  #findAfterCrash(
    contents: ReadonlyMap<string, unknown>,
    inFlight: readonly Transaction[],
    wipes: readonly Stored[],
  ): void {
    const wanted = describe(storedOf(contents));
    const candidates = [this.stored, ...wipes];
    for (const { writes } of inFlight) {
      for (const each of [...candidates]) {
        candidates.push(after(each, dataOf(writes), infoOf(writes)));
      }
    }
    const found = candidates.find((each) => describe(each) === wanted);
    if (!found) {
      this.fault(
        `after a crash the storage has\n${wanted}\nbut had\n${describe(this.stored)} (R12)`,
      );
    }
    this.#becomes(found ?? this.stored);
  }

  cleared(): void {
    this.reach('the user deletes all data');
    this.#becomes(EMPTY);
  }

  /** A tab begins another session. Returns what follows, with the token that it has chosen. */
  logsOut(tab: PersistTab): (token: string) => void {
    this.reach('a log-out');
    this.reach('a log-out with other tabs', this.tabs.length > 1 ? 1 : 0);
    const hasChanges = this.#unwritten(tab).length > 0;
    this.reach('a log-out with changes that are not stored', hasChanges ? 1 : 0);
    return (token) => {
      this.sessions.logsOut(token, tab.session.tag);
      tab.token = token;
      tab.isWiping = true;
      tab.mustFollow = false;
    };
  }

  /** The storage has what the model has. */
  compare(contents: ReadonlyMap<string, unknown>): void {
    const [actual, expected] = [describe(storedOf(contents)), describe(this.stored)];
    if (actual !== expected) this.fault(`the storage has\n${actual}\nbut should have\n${expected}`);
  }

  /** Finds what is wrong after a step. `flushed`: all changes of the tabs should be stored. */
  check(flushed: boolean, isEnd = false): void {
    for (const tab of this.tabs) {
      for (const what of tab.late(isEnd)) this.fault(`${what} does not end (I9)`);
      for (const error of tab.reported) {
        const { code } = error as { readonly code?: unknown };
        if (!String(code).startsWith('SB_STORAGE')) this.fault(`reported: ${String(error)}`);
      }
      for (const { load, session } of tab.expected) {
        // What is loaded for a session before a log-out is dropped.
        if (session !== tab.session) continue;
        this.fault(`a load does not bring ${[...load.rows.keys()].join()} (R17)`);
      }
      // Its own log-outs may follow each other.
      if (this.stored.info?.token === tab.token) tab.mustFollow = false;
      if (tab.mustFollow && tab.status !== 'memory') {
        this.fault('a tab has not followed a log-out (R20)');
      }
      tab.expected = [];
      tab.uncertainLoads = 0;
      this.#checkAge(tab);
      this.#checkVisible(tab);
      const left = flushed && this.#mayStore(tab) ? this.#unwritten(tab) : [];
      if (left.length > 0) this.fault(`a flush has left ${left.join()} (R11, R14)`);
      if (flushed && this.#mayStore(tab)) this.#checkShared(tab);
    }
  }

  /** A tab that has met two schemas of a key has not stored it (R10). */
  #checkShared(tab: PersistTab): void {
    const { confirmed } = tab.parts.commits.latest;
    if (!confirmed.result(SHARED) || !confirmed.result(SHARED_SECOND)) return;
    this.reach('a key has two schemas');
    const isStored = [SHARED, SHARED_SECOND].some((key) => this.stored.results.has(key));
    if (isStored && this.#sharer === tab) this.fault('a key of two schemas is stored (R10)');
  }

  /** What is too old was deleted after it was found. */
  #checkAge(tab: PersistTab): void {
    for (const table of ['rows', 'results'] as const) {
      const [survey] = tab.surveys[table];
      if (!survey?.isDue || tab.pending.size > 0) continue;
      survey.isDue = false;
      const isOwn = survey.session === tab.session && tab.status === 'storage';
      if (!isOwn || tab.hasFailed) continue;
      const found = this.before(survey.order + 1);
      const maxRows = table === 'rows' ? this.history.maxRows : Infinity;
      const { old, spare } = agedOf(found, survey.now, maxRows, table);
      const left = old.filter((at) => isUntouched(found, this.stored, at));
      if (left.length > 0 || (spare > 0 && found === this.stored)) {
        this.fault(`${left.join()} and ${spare} more should be deleted (R23)`);
      }
    }
  }

  #checkVisible(tab: PersistTab): void {
    for (const { args, key } of tab.endpoints.reads.slice(0, userIds.length)) {
      // The cast holds: these are the reads of one user.
      const [{ id }] = args as readonly [{ readonly id: string }];
      const stream = tab.parts.streams.peek(key);
      if (!stream) continue;
      const { row } = stream;
      const { data, status } = stream.read();
      // Other responses may show a user before its own one, and bring a removed one back.
      const isOwn = row.hasResult && row.error === undefined && !this.removed.has(id);
      if (!isOwn || status !== 'valid' || !data) continue;
      this.reach('a user is valid');
      if (!(data as User).email) this.fault(`${key} is valid without its email (R9)`);
    }
    for (const id of this.ids) {
      const name = tab.store.get(User, { id })?.name;
      if (name === undefined || this.sessions.mayHave(tab.token, name)) continue;
      this.fault(`${name} of a former session is visible, in a tab of ${tab.session.tag} (I2)`);
    }
  }

  /** Whether nothing hinders the tab to store its changes. */
  #mayStore(tab: PersistTab): boolean {
    // What was committed meanwhile is stored by the next flush.
    const wasSlow = tab.elapsed - tab.slowUntil < 2 * FLUSH_WAIT;
    const { info } = this.stored;
    const isOwn = !info || (tab.version >= info.version && tab.token === info.token);
    const isFree = tab.frozen === undefined && tab.pending.size === 0 && this.#wipes.size === 0;
    return isFree && isOwn && !tab.hasFailed && !wasSlow && tab.status === 'storage';
  }

  /** Where a tab has changes that are not stored. */
  #unwritten(tab: PersistTab): readonly string[] {
    const { session } = tab;
    const { latest, states, written } = session;
    const left = written.map((from) => {
      const writes = flushOf(states[from], latest, this.stored, {
        isLoaded: (known) => session.hasLoaded(known) || session.hasReplaced(known),
        now: tab.now,
        reads: tab.endpoints.reads,
        isOrdered: this.isOrdered,
      });
      // A conflict that ends with the tab expires rows that are stored as stale already.
      // A stored result with a stale entity is stale.
      const hasStale = [...this.stored.rows.values()].some(([, , expiresAt]) => expiresAt === 0);
      const isStored = ([at, value]: [string, Value | undefined]): boolean => {
        const stored = valueAt(this.stored, at);
        const isSame = (other: unknown): boolean => isDeepStrictEqual(value, other);
        const [fetchedAt, receivedAt, , content] = stored ?? [];
        const isStale = hasStale && isSame([fetchedAt, receivedAt, 0, content]);
        return isSame(stored) || isSame(valueAt(states[from], at)?.value) || isStale;
      };
      return [...writes]
        .filter((write) => !isStored(write))
        .map(([at]) => at)
        .filter((at) => at !== ALL_USERS || !session.hasLoadedAll);
    });
    return left.find(({ length }) => length === 0) ?? left[0];
  }

  #becomes(stored: Stored, order = ++this.#order): void {
    this.stored = stored;
    this.#past.push({ order, stored });
  }

  #committed(tab: PersistTab, commit: Commit): void {
    const before = tab.session.latest;
    if (tab.hasEntered) this.sessions.enters(tab.session.tag);
    const next = confirmedOf(tab.parts, this.ids, tab.endpoints.reads, tab.session.latest);
    tab.session.states.push(next);
    for (const action of commit.actions) {
      if (tab.isActing) continue;
      if (action.type === 'hydrate') checkLoad(this, tab, action, before, next);
      else if (action.type === 'reset') this.#checkReset(tab);
      else if (action.type !== 'collect') this.fault(`a commit ${action.type} of no step (I8)`);
    }
  }

  /** A tab only ends its session if it has found that of another tab. */
  #checkReset(tab: PersistTab): void {
    const { foundToken, token } = tab;
    if (!foundToken || foundToken === token) {
      this.fault('a tab has reset itself without a log-out (I8)');
      return;
    }
    this.reach('a tab follows a log-out');
    this.sessions.ends(tab.formerTag, foundToken);
    tab.token = foundToken;
    tab.mustFollow = false;
  }

  #watcherOf(tab: PersistTab): StorageWatcher {
    return {
      now: () => tab.now,
      session: () => tab.session,
      order: () => ++this.#order,
      requested: (transaction) => void tab.pending.add(transaction),
      began: (transaction) => void (transaction.isUncertain = this.#wipes.size > 0),
      ended: (transaction, isDone) => {
        tab.pending.delete(transaction);
        if (tab.isOver) return;
        if (tab.now > transaction.start) tab.slowUntil = tab.elapsed;
        if (isDone) {
          this.#ended(tab, transaction);
        } else {
          tab.failedAt = tab.elapsed;
          this.reach('a transaction fails');
        }
      },
      clears: (first) => {
        const info = infoOf(first);
        const wiped = after(EMPTY, new Map(), info);
        if (!info) this.fault('a wipe keeps no session (R20)');
        if (info?.token === this.stored.info?.token) this.fault('a log-out keeps the token (R20)');
        this.#wipes.add(wiped);
        const isOfStart = tab.mayWipe || (!tab.hasEntered && !tab.isWiping);
        if (isOfStart) [tab.hasEntered, tab.token] = [false, info?.token];
        return (isDone) => {
          this.#wipes.delete(wiped);
          if (!isDone || tab.isOver) return;
          if (info?.token === tab.token) tab.isWiping = false;
          this.reach(tab.hasEntered ? 'a log-out wipes the storage' : 'a start ends a wipe');
          this.#becomes(wiped);
        };
      },
    };
  }

  #ended(tab: PersistTab, transaction: Transaction): void {
    const { info, isCommit, order, session, start, tables } = transaction;
    if (session === tab.session && info) tab.foundToken = info.token;
    if (info?.token === tab.token) tab.isWiping = false;
    for (const table of isCommit ? [] : tables) {
      // Results come first.
      const now = table === 'rows' ? (tab.surveys.results[0]?.now ?? start) : start;
      // Otherwise the time is not known by which it has looked for old data.
      const isDue = tab.elapsed - tab.slowUntil > PAUSE;
      const survey = { order: order!, now, session, isDue };
      // One may still delete while another one begins.
      tab.surveys[table] = [survey, ...tab.surveys[table].slice(0, 1)];
    }
    if (isCommit) return this.#stored(tab, transaction);
    // A start writes only into a storage that is empty or of an earlier version.
    const isEntry = !tab.hasEntered && info !== undefined && info.version >= tab.version;
    tab.mayWipe = isEntry && tab.token === undefined;
    if (isEntry) this.#enters(tab, info);
    expectLoad(this, tab, transaction);
  }

  #enters(tab: PersistTab, info: Info | undefined): void {
    tab.hasEntered = true;
    tab.token ??= info?.token;
    this.sessions.enters(tab.session.tag);
  }

  #stored(tab: PersistTab, transaction: Transaction): void {
    const { order, writes } = transaction;
    const info = infoOf(writes);
    const before = this.stored.info;
    const isEntry = !tab.hasEntered;
    const found = transaction.info?.token;
    const isOfSession = !isEntry && !tab.isWiping && transaction.session === tab.session;
    this.#enters(tab, info ?? before);
    if (isOfSession && found && found !== tab.token) tab.mustFollow = true;
    const data = dataOf(writes);
    const isOld = tab.version < (before?.version ?? 0);
    if (isOld) this.reach('a program of an earlier version meets a later one');
    if (writes.size === 0) return;
    if (isOld) this.fault('a program of an earlier version has written (I11)');
    checkWrites(this, tab, transaction, { isEntry, data, info });
    const [known, shared] = [this.stored.results.get(SHARED), data.get(place('results', SHARED))];
    // It may expire what another tab has stored.
    const isExpiry = shared?.[2] === 0 && known?.[1] === shared[1];
    if (shared && !isExpiry) this.#sharer = tab;
    this.#becomes(after(this.stored, data, info), order);
    for (const [key, [, , , record]] of this.stored.rows) {
      // The cast holds: members that are not there read as undefined.
      const { name } = Object(record) as { readonly name?: string };
      if (name === undefined || this.sessions.mayHave(this.stored.info?.token, name)) continue;
      this.fault(`${key} has ${name} of a former session (I2)`);
    }
  }
}

function infoOf(writes: ReadonlyMap<string, unknown>): Info | undefined {
  // The cast holds: the library writes no other record of this table.
  return writes.get('info/info') as Info | undefined;
}

function storedOf(contents: ReadonlyMap<string, unknown>): Stored {
  return after(EMPTY, dataOf(contents), infoOf(contents));
}
