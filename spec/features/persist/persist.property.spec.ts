import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { runs } from '../../support/runs.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { User } from '../../support/entities.ts';
import { getUser, type Program, recordsOf, requests, settle, startProgram } from './persistKit.ts';

const getUsers = new Endpoint(() => requests.send(), { name: 'getUsers', schema: [User] });
const IDS = ['1', '2', '3'];

/** How far the clock is set back, ms. */
const BACK = 10_000_000;

/** What a store has confirmed: names by pk, and the pks of the list. */
interface Snapshot {
  readonly names: ReadonlyMap<string, string>;
  readonly list: readonly string[] | undefined;
}

const EMPTY: Snapshot = { names: new Map(), list: undefined };

/** A history of a program that is reloaded, beside plain maps. */
class History {
  readonly #random: () => number;
  program!: Program;
  /** All states since the last log-out. */
  states: Snapshot[] = [EMPTY];
  /** The index of the state that was stored last, of the states above. */
  stored = 0;
  /** Whether older data may be missing: room was made, or time has passed. */
  isThinned = false;
  version = 1;
  count = 0;
  session = 0;
  /** How far the wall clock of the next program is ahead of the first one, ms. */
  later = 0;
  readonly log: string[] = [];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  get now(): Snapshot {
    return this.states.at(-1)!;
  }

  get name(): string {
    return `s${this.session}n${++this.count}`;
  }

  /** A commit of some users, each with its own result or all in a list. */
  commit(least?: string): void {
    const { store, clock } = this.program;
    clock.adjust(1);
    const names = new Map(this.now.names);
    const ids = IDS.filter((id) => this.below(2) === 0 || id === least);
    const users = ids.map((id) => ({ id, name: this.name, email: '' }));
    if (this.below(2) === 0) {
      store.setResponse(getUsers, users);
      for (const { id, name } of users) names.set(id, name);
      this.states.push({ names, list: ids });
    } else {
      for (const user of users) {
        store.setResponse(getUser, { id: user.id }, user);
        names.set(user.id, user.name);
        this.states.push({ ...this.now, names: new Map(names) });
      }
    }
  }

  remove(): void {
    const id = IDS[this.below(IDS.length)];
    if (!this.now.names.has(id)) return;
    this.program.clock.adjust(1);
    this.program.store.set(new Invalidate(User), id);
    const names = new Map(this.now.names);
    names.delete(id);
    // The list shows the entity again when it comes back.
    this.states.push({ names, list: this.now.list });
  }

  async flush(): Promise<void> {
    await this.program.flush();
    this.later += 100;
    this.stored = this.states.length - 1;
  }

  /** The program ends without a farewell; another one begins on what is stored. */
  async restart(version = this.version, isSetBack = false): Promise<void> {
    const { storage } = this.program;
    storage.crash();
    // Set back by more than any history lasts.
    this.later = this.program.clock.now() - 1_000_000 + (isSetBack ? -BACK : 1);
    this.version = version;
    this.program = await startProgram({ storage: storage.copy(), later: this.later, version });
  }

  /** Loads all keys, and finds the past state that they are of. */
  async check(): Promise<void> {
    const { store } = this.program;
    await storedKeys(store, [[getUsers], ...IDS.map((id) => [getUser, { id }] as const)]);
    const list = store.getState(getUsers).data?.map(({ id }) => id);
    const names = new Map<string, string>();
    for (const id of IDS) {
      const name = store.get(User, { id })?.name;
      if (name !== undefined) names.set(id, name);
    }
    const candidates = this.states.slice(this.stored);
    const found = candidates.findIndex((state) => {
      const isEqual = [...names].every(([id, name]) => state.names.get(id) === name);
      const isWhole = this.isThinned || this.hasAllOf(state, names, list);
      return isEqual && isWhole && (list === undefined || sameList(list, shownIn(state)));
    });
    if (found < 0) {
      throw new Error(
        `loaded ${show({ names, list })}, but states were\n${candidates.map(show).join('\n')}\n${this.log.join(', ')}`,
      );
    }
    // From here on, the program has what was loaded.
    this.states = [{ names, list: list && candidates[found].list }];
    this.stored = 0;
  }

  /** Whether nothing that was stored is missing. Removed entities leave no result. */
  hasAllOf(state: Snapshot, names: Snapshot['names'], list: Snapshot['list']): boolean {
    const hasNames = [...state.names.keys()].every((id) => names.has(id));
    return hasNames && (state.list === undefined) === (list === undefined);
  }
}

/** The members of the list that exist. */
function shownIn({ names, list }: Snapshot): readonly string[] | undefined {
  return list?.filter((id) => names.has(id));
}

function sameList(a: readonly string[], b: readonly string[] | undefined): boolean {
  return b !== undefined && a.join() === b.join();
}

function show({ names, list }: Snapshot): string {
  return `${JSON.stringify([...names])} ${list ? `[${list.join()}]` : 'no list'}`;
}

async function run(seed: number): Promise<void> {
  const history = new History(seed);
  history.program = await startProgram({ later: 1_000_000_000 });
  for (let step = 0; step < 25; step++) {
    const event = history.below(13);
    history.log.push(String(event));
    const { program } = history;
    if (event < 4) history.commit();
    else if (event === 4) history.remove();
    else if (event < 7) await history.flush();
    else if (event === 7) {
      await history.restart();
      await history.check();
    } else if (event === 12) {
      await history.restart(history.version, true);
      await history.check();
    } else if (event === 8) {
      // Whatever is on its way when the session ends.
      history.commit();
      program.clock.advance(100);
      await program.store.reset();
      for (const table of ['rows', 'results', 'kinds'] as const) {
        expect(await recordsOf(program.storage, table)).toEqual([]);
      }
      history.session++;
      history.states = [EMPTY];
      history.stored = 0;
    } else if (event === 9) {
      const old = program;
      await history.restart(history.version + 1);
      expect(await recordsOf(history.program.storage, 'results')).toEqual([]);
      old.store.setResponse(getUser, { id: '1' }, { id: '1', name: 'old code', email: '' });
      await old.flush();
      history.states = [EMPTY];
      history.stored = 0;
      history.isThinned = false;
    } else if (event === 10) {
      const faults = ['quota', 'abort', 'closed'] as const;
      const fault = faults[history.below(3)];
      program.storage.fail(fault);
      const before = show(history.now);
      history.isThinned ||= fault === 'quota';
      // A fault that no flush meets would meet a later one.
      history.commit('1');
      await program.flush();
      for (const [id, name] of history.now.names) {
        expect([before, program.store.get(User, { id })?.name]).toEqual([before, name]);
      }
      // After a failure the next try comes a minute later.
      await program.pass(60_000);
      await history.flush();
    } else {
      await program.pass(history.below(2) * 20_000);
      program.store.gc();
      await history.flush();
    }
    await settle();
    // Whatever failed, the storage is open.
    expect(history.program.reported.every((error) => error instanceof Error)).toBe(true);
  }
  await history.flush();
  await history.restart();
  await history.check();
}

it('loads the stored part of one past state, after whatever has happened (I1, I2, I8, I9, I11)', async () => {
  for (let seed = 1; seed <= runs(200); seed++) {
    try {
      await run(seed);
    } catch (cause) {
      throw new Error(`seed ${seed}: ${String(cause)}`, { cause });
    }
  }
}, 60_000);
