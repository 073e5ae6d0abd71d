import type { EndpointInterface, ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import type { DehydratedRow, DehydratedState } from '../dehydrate/DehydratedState.ts';
import { dehydrate, dehydrateState, type Read } from '../dehydrate/dehydrate.ts';
import { internalsOf } from '../store/internalsOf.ts';
import type { HydrationSnapshot } from '../dehydrate/HydrationSnapshot.ts';
import type { Store } from '../store/Store.ts';

type Args = readonly unknown[];

/** Tracks what a render reads from a store, and which of it was sent. */
export class RenderReads {
  readonly #store: Store;
  readonly #page: HydrationSnapshot;
  readonly #report: (error: unknown) => void;
  /** Reads that were not sent yet, by name. */
  readonly #unsent = new Map<string, Read>();
  readonly #noted = new Set<string>();
  /** A number for each schema: equal keys of two schemas are different reads. */
  readonly #schemas = new Map<unknown, number>();
  /** The records that were sent, by row. */
  readonly #sent = new Map<string, DehydratedRow[3]>();

  /** `report` receives the error of each read that cannot be sent. */
  constructor(store: Store, page: HydrationSnapshot, report: (error: unknown) => void) {
    this.#store = store;
    this.#page = page;
    this.#report = report;
  }

  /** Notes the read of an endpoint. */
  endpoint(endpoint: EndpointInterface, args: Args): void {
    if (args[0] === null) return;
    // The cast holds: the public methods check the arguments.
    this.#note({ endpoint, args }, endpoint.schema, () => endpoint.key(...(args as never[])));
  }

  /** Notes the read of a schema. */
  schema(schema: object, args: Args): void {
    this.#note({ schema, args }, schema, () => encodeKey(args));
  }

  #note(read: Read, schema: unknown, keyOf: () => string): void {
    let key: string;
    try {
      key = keyOf();
    } catch {
      // The hook that reads throws the error.
      return;
    }
    let number = this.#schemas.get(schema);
    if (number === undefined) this.#schemas.set(schema, (number = this.#schemas.size));
    const name = `${'endpoint' in read ? 'endpoint' : 'schema'} ${number} ${key}`;
    if (this.#noted.has(name)) return;
    this.#noted.add(name);
    this.#unsent.set(name, read);
  }

  /** See {@link ServerStore}. */
  take(): DehydratedState | undefined {
    const ready = [...this.#unsent].filter(([, read]) => this.#hasData(read));
    if (ready.length === 0) return undefined;
    for (const [name] of ready) this.#unsent.delete(name);
    const reads = ready.map(([, read]) => read);
    return this.#part(reads) ?? this.#part(reads.filter((read) => this.#canSend(read)));
  }

  #hasData(read: Read): boolean {
    // The casts hold: the noted endpoint or schema was read with these arguments.
    if ('schema' in read) {
      const store = this.#store as { get(schema: object, ...args: Args): unknown };
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
      if (!shell || shell === confirmed) return { ...withoutRows(state, this.#sent), late: false };
      const before = dehydrateState(this.#store, shell, reads);
      const isOther = (key: string): boolean =>
        shell.entities.result(key) !== confirmed.entities.result(key);
      const answers = state.answers.filter(({ key }) => isOther(key));
      return {
        before: { ...withoutRows(before, this.#sent), late: false },
        ...withoutRows({ ...state, answers }, this.#sent),
        late: true,
      };
    } catch {
      return undefined;
    }
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

/**
 * The state without rows whose present record was sent before. Adds the remaining rows to `sent`.
 */
function withoutRows(state: DehydratedState, sent: Map<string, DehydratedRow[3]>): DehydratedState {
  const rows = state.rows.filter(([type, pk, , record]) => {
    const name = JSON.stringify([state.types[type], pk]);
    if (sent.has(name) && sent.get(name) === record) return false;
    sent.set(name, record);
    return true;
  });
  return { ...state, rows };
}
