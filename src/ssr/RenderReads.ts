import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import type { DehydratedRow, DehydratedState } from '../dehydrate/DehydratedState.ts';
import { dehydrate, dehydrateState, type Read } from '../dehydrate/dehydrate.ts';
import { partsOf } from '../store/partsOf.ts';
import type { Served } from '../dehydrate/Served.ts';
import type { Store } from '../store/Store.ts';
import { withoutRows } from './withoutRows.ts';

type Args = readonly unknown[];

/** What is read of a store in a render, and which of it was sent. */
export class RenderReads {
  readonly #store: Store;
  readonly #page: Served;
  readonly #report: (error: unknown) => void;
  /** What was not sent yet. */
  readonly #waiting = new Map<string, Read>();
  readonly #noted = new Set<string>();
  /** Numbers of schemas: keys of several may be equal. */
  readonly #schemas = new Map<unknown, number>();
  /** The rows that were sent, as they were. */
  readonly #sent = new Map<string, DehydratedRow[3]>();

  /** `report` takes the errors of what cannot be sent. */
  constructor(store: Store, page: Served, report: (error: unknown) => void) {
    this.#store = store;
    this.#page = page;
    this.#report = report;
  }

  /** An endpoint is read. */
  endpoint(endpoint: EndpointInterface, args: Args): void {
    if (args[0] === null) return;
    // The cast holds: the public methods check the arguments.
    this.#note({ endpoint, args }, endpoint.schema, () => endpoint.key(...(args as never[])));
  }

  /** A schema is read. */
  schema(schema: object, args: Args): void {
    this.#note({ schema, args }, schema, () => encodeKey(args));
  }

  #note(read: Read, schema: unknown, keyOf: () => string): void {
    let key: string;
    try {
      key = keyOf();
    } catch {
      // Its readers are told.
      return;
    }
    let number = this.#schemas.get(schema);
    if (number === undefined) this.#schemas.set(schema, (number = this.#schemas.size));
    const name = `${'endpoint' in read ? 'endpoint' : 'schema'} ${number} ${key}`;
    if (this.#noted.has(name)) return;
    this.#noted.add(name);
    this.#waiting.set(name, read);
  }

  /** See {@link ServerStore}. */
  take(): DehydratedState | undefined {
    const ready = [...this.#waiting].filter(([, read]) => this.#isThere(read));
    if (ready.length === 0) return undefined;
    for (const [name] of ready) this.#waiting.delete(name);
    const reads = ready.map(([, read]) => read);
    return this.#part(reads) ?? this.#part(reads.filter((read) => this.#fits(read)));
  }

  #isThere(read: Read): boolean {
    // The casts hold: what is noted was read with them.
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
    const { confirmed } = partsOf(this.#store).commits;
    try {
      const state = dehydrateState(this.#store, confirmed, reads);
      if (!shell || shell === confirmed) return { ...withoutRows(state, this.#sent), late: false };
      const before = dehydrateState(this.#store, shell, reads);
      const isOther = (key: string): boolean =>
        shell.answers.get(key) !== confirmed.answers.get(key);
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

  /** Of several reads one may hold what cannot be sent: the browser asks for that one. */
  #fits(read: Read): boolean {
    try {
      dehydrate(this.#store, [read]);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }
}
