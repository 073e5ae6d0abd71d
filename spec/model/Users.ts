import type { ServerUser } from './FakeServer.ts';
import type { Part } from './Operation.ts';
import type { Request } from './Request.ts';
import { dropUser, NOTHING, putUser, type Rows, showUser } from './Rows.ts';

/** What is confirmed, with what mutations under way show on top, in the order of sending. */
interface Shown {
  readonly visible: Rows;
  /** Users that mutations under way show or hide. */
  readonly ofLayers: ReadonlySet<string>;
}

/** What is known of users: what is confirmed, and what mutations under way show on top of it. */
export class Users {
  /** What is confirmed. */
  rows: Rows = new Map();
  /** Whether a user was ever seen, `undefined`: not told. */
  isSeen: boolean | undefined = false;
  #shown: Shown | undefined;
  /** Users that may be gone, with the place since when. */
  readonly #deleteConflicts = new Map<string, number>();
  readonly #pending: () => readonly Request[];

  /** `pending`: the requests under way, in the order of sending. */
  constructor(pending: () => readonly Request[]) {
    this.#pending = pending;
  }

  // --- what is shown

  get visible(): Rows {
    return this.#look().visible;
  }

  #look(): Shown {
    if (this.#shown) return this.#shown;
    const [visible, ofLayers] = [new Map(this.rows), new Set<string>()];
    for (const { layer, overtaken, seq } of this.#pending()) {
      // A layer lies over all that is confirmed, except the responses to mutations that were sent later.
      const placeOf = (id: string): number => (overtaken.has(id) ? seq : Infinity);
      for (const id of layer?.(visible, placeOf) ?? []) ofLayers.add(id);
    }
    return (this.#shown = { visible, ofLayers });
  }

  /** Something was written, or other mutations are under way. */
  changed(): void {
    this.#shown = undefined;
  }

  show(id: string, rows = this.visible): string {
    return showUser(rows, id);
  }

  list(ids: Iterable<string> = this.visible.keys()): string {
    const users = [...ids].map((id) => this.show(id));
    return `[${users.filter((user) => user !== NOTHING).join(' ')}]`;
  }

  /** Whether a user was ever seen; `undefined`: not told. */
  get isKnown(): boolean | undefined {
    if ([...this.visible.values()].some(({ record }) => record)) return true;
    return this.isSeen || (this.#pending().some(({ layer }) => layer) ? undefined : this.isSeen);
  }

  /** What a query for all users gives; `undefined`: not told. */
  everybody(): string | undefined {
    const isKnown = this.isKnown;
    return isKnown === undefined ? undefined : isKnown ? this.list() : NOTHING;
  }

  /** Whether a mutation under way shows or hides a user. */
  isOfLayers(id: string | undefined): boolean {
    return id !== undefined && this.#look().ofLayers.has(id);
  }

  // --- what is written

  put(user: Part & { readonly id: string }, seq: number, receivedAt: number, expiry: number): void {
    this.isSeen = true;
    putUser(this.rows, user, seq, {
      receivedAt,
      expiresAt: receivedAt + expiry,
    });
  }

  drop(id: string, seq: number): void {
    this.isSeen ||= undefined;
    dropUser(this.rows, id, seq);
  }

  /** What is known of the users is in doubt; `removed` may be gone. */
  conflict(ids: Iterable<string>, removed: Iterable<string>, seq: number): void {
    for (const id of removed) this.#deleteConflicts.set(id, seq);
    for (const id of ids) {
      const row = this.rows.get(id);
      if (row && row.seq <= seq) this.rows.set(id, { ...row, expiresAt: 0 });
    }
  }

  /** Who may be gone and is not among all users that came, with the place since when. */
  absent(users: readonly ServerUser[]): readonly (readonly [id: string, place: number])[] {
    return [...this.#deleteConflicts].filter(([id, place]) => {
      const isKnownLater = (this.rows.get(id)?.seq ?? 0) > place;
      return !isKnownLater && !users.some((user) => user.id === id);
    });
  }

  /** Who may be gone, and is not among all users that came later, is gone. */
  dropAbsent(users: readonly ServerUser[], seq: number): void {
    for (const [id, place] of this.absent(users)) if (place < seq) this.drop(id, seq);
  }

  /** The store has taken a user away that nobody can reach. */
  forget(id: string): void {
    this.rows.delete(id);
    this.#deleteConflicts.delete(id);
    this.changed();
  }

  reset(): void {
    this.rows = new Map();
    this.isSeen = false;
    this.#deleteConflicts.clear();
  }
}
