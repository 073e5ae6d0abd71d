import type { ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import type { DehydratedRow, DehydratedState } from '../dehydrate/DehydratedState.ts';
import { dehydrate, dehydrateState, type Read } from '../dehydrate/dehydrate.ts';
import { internalsOf } from '../store/internalsOf.ts';
import type { HydrationSnapshot } from '../dehydrate/HydrationSnapshot.ts';
import type { Store } from '../store/Store.ts';

/** Tracks what a render reads from a store, and which of it was sent. */
export class RenderReads {
  readonly #store: Store;
  readonly #page: HydrationSnapshot;
  readonly #report: (error: unknown) => void;
  readonly #unsent = new Set<Read>();
  /** The keys that were read, by schema: equal keys of two schemas are different reads. */
  readonly #noted = new Map<unknown, Set<string>>();
  /** The records that were sent, by row. */
  readonly #sent = new Map<string, DehydratedRow[3]>();

  /** `report` receives the error of each read that cannot be sent. */
  constructor(store: Store, page: HydrationSnapshot, report: (error: unknown) => void) {
    this.#store = store;
    this.#page = page;
    this.#report = report;
  }

  /** Notes a read, once. */
  note(read: Read): void {
    const { args } = read;
    if (args[0] === null) return;
    const isQuery = 'schema' in read;
    const { schema } = isQuery ? read : read.endpoint;
    let key: string;
    try {
      // The cast holds: the public methods check the arguments.
      key = isQuery ? `query ${encodeKey(args)}` : read.endpoint.key(...(args as never[]));
    } catch {
      // The hook that reads throws the error.
      return;
    }
    let keys = this.#noted.get(schema);
    if (!keys) this.#noted.set(schema, (keys = new Set()));
    if (!keys.has(key)) this.#unsent.add(read);
    keys.add(key);
  }

  /** See {@link ServerStore}. */
  take(): DehydratedState | undefined {
    const ready = [...this.#unsent].filter((read) => this.#hasData(read));
    if (ready.length === 0) return undefined;
    for (const read of ready) this.#unsent.delete(read);
    return this.#part(ready) ?? this.#part(ready.filter((read) => this.#canSend(read)));
  }

  #hasData(read: Read): boolean {
    // The casts hold: the noted endpoint or schema was read with these arguments.
    if ('schema' in read) {
      const store = this.#store as { get(schema: object, ...args: readonly unknown[]): unknown };
      return store.get(read.schema, ...read.args) !== undefined;
    }
    const { data, error, errorPolicy, status } = this.#store.getState(
      read.endpoint as ReadEndpoint,
      ...(read.args as [null]),
    );
    if (error && (errorPolicy === 'hard' || data === undefined)) return false;
    return data !== undefined || status !== 'invalid';
  }

  #part(reads: readonly Read[]): DehydratedState | undefined {
    const { shell } = this.#page;
    const { confirmed } = internalsOf(this.#store).commits;
    try {
      const state = dehydrateState(this.#store, confirmed, reads);
      if (!shell || shell === confirmed) return this.#withoutSentRows(state, false);
      const before = dehydrateState(this.#store, shell, reads);
      const answers = state.answers.filter(
        ({ key }) => shell.entities.result(key) !== confirmed.entities.result(key),
      );
      return {
        before: this.#withoutSentRows(before, false),
        ...this.#withoutSentRows({ ...state, answers }, true),
      };
    } catch {
      return undefined;
    }
  }

  /** Leaves out rows whose present record was sent before, and notes the others as sent. */
  #withoutSentRows(state: DehydratedState, late: boolean): DehydratedState {
    const rows = state.rows.filter(([type, pk, , record]) => {
      const name = JSON.stringify([state.types[type], pk]);
      if (this.#sent.has(name) && this.#sent.get(name) === record) return false;
      this.#sent.set(name, record);
      return true;
    });
    return { ...state, rows, late };
  }

  /** Whether a read can be dehydrated. If not, it is reported, and the browser fetches it. */
  #canSend(read: Read): boolean {
    try {
      dehydrate(this.#store, [read]);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }
}
