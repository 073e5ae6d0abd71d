import type { ServerUser } from '../world/FakeServer.ts';
import type { Part } from '../operations/Operation.ts';
import type { Step } from './Lists.ts';
import type { Request } from './Request.ts';
import { showEmail } from './ListSpec.ts';
import {
  dropUser,
  type Move,
  movesOf,
  NOTHING,
  putUser,
  type Row,
  type Rows,
  showUser,
} from './Rows.ts';

/** The confirmed users with the pending layers applied in the order of sending. */
interface Shown {
  readonly visible: Rows;
  /** Users that pending layers show or hide. */
  readonly ofLayers: ReadonlySet<string>;
  /** The changes by pending layers, in the order of sending. */
  readonly steps: readonly Step[];
}

/** The users: confirmed, and with the layers of pending mutations. */
export class Users {
  /** The confirmed users. */
  rows: Rows = new Map();
  /** Whether a user was ever seen; `undefined`: not specified. */
  isSeen: boolean | undefined = false;
  #shown: Shown | undefined;
  /** Users that may be removed, with the seq of the conflict. */
  readonly #deleteConflicts = new Map<string, number>();
  readonly #pending: () => readonly Request[];
  /** Users that came back with fewer members since the last look, with the seq of their removal. */
  returned = new Map<string, number>();
  /** The seq of the last message about each user. */
  readonly #messages = new Map<string, number>();
  /** The users that the running write has put, in its order. */
  readonly written = new Set<string>();

  /** `pending`: the pending requests, in the order of sending. */
  constructor(pending: () => readonly Request[]) {
    this.#pending = pending;
  }

  // --- visible

  get visible(): Rows {
    return this.#look().visible;
  }

  #look(): Shown {
    if (this.#shown) return this.#shown;
    const [visible, ofLayers] = [new Map(this.rows), new Set<string>()];
    const steps: Step[] = [];
    for (const { layer, overtaken, seq } of this.#pending()) {
      // A layer applies on top of all confirmed data, except the responses to later mutations.
      const seqOf = (id: string): number => (overtaken.has(id) ? seq : Infinity);
      const before = new Map(visible);
      const ids = layer?.(visible, seqOf) ?? [];
      for (const id of ids) ofLayers.add(id);
      const moves = movesOf(ids, before, visible);
      if (moves.length > 0) steps.push({ moves, rows: new Map(visible) });
    }
    return (this.#shown = { visible, ofLayers, steps });
  }

  /** Call it after a write, and when a mutation begins or ends. */
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

  /** Whether a user was ever seen; `undefined`: not specified. */
  get isKnown(): boolean | undefined {
    if ([...this.visible.values()].some(({ record }) => record)) return true;
    return this.isSeen || (this.#pending().some(({ layer }) => layer) ? undefined : this.isSeen);
  }

  /** The value of a query for all users; `undefined`: not specified. */
  allUsers(): string | undefined {
    const isKnown = this.isKnown;
    return isKnown === undefined ? undefined : isKnown ? this.list() : NOTHING;
  }

  /** Whether a pending mutation shows or hides a user. */
  isOfLayers(id: string | undefined): boolean {
    return id !== undefined && this.#look().ofLayers.has(id);
  }

  /** The changes by pending mutations, in the order of sending. */
  get predicted(): readonly Step[] {
    return this.#look().steps;
  }

  // --- writes

  /** Returns which users have a row of a kind now. */
  rowsAre(isOfKind: (row: Row) => unknown): (id: string) => boolean {
    const ids = new Set([...this.rows].flatMap(([id, row]) => (isOfKind(row) ? [id] : [])));
    return (id) => ids.has(id);
  }

  /** Performs one write, and returns the changes of records that it brings. */
  write(put: () => void): readonly Move[] {
    const before = new Map(this.rows);
    this.written.clear();
    put();
    return movesOf(this.written, before, this.rows);
  }

  put(user: Part & { readonly id: string }, seq: number, receivedAt: number, expiry: number): void {
    this.isSeen = true;
    this.written.add(user.id);
    const row = this.rows.get(user.id);
    const isWhole = user.name !== undefined && user.email !== undefined;
    if (row && !row.record && row.seq <= seq && !isWhole) this.returned.set(user.id, row.seq);
    putUser(this.rows, user, seq, {
      receivedAt,
      expiresAt: receivedAt + expiry,
    });
  }

  /** A message about a user arrives, data that no request has brought: a mutation in flight may contradict it. */
  hear(id: string, seq: number): void {
    const isHeard = this.#pending().some(({ key, sentSeq }) => !key && sentSeq < seq);
    if (isHeard) this.#messages.set(id, Math.max(seq, this.#messages.get(id) ?? 0));
  }

  /** How the response to a mutation contradicts a message that arrived after the mutation was sent. */
  contradiction({ id, ...part }: ServerUser, sent: number): 'changes' | 'restores' | undefined {
    const row = this.rows.get(id);
    if (!row || row.seq <= sent) return undefined;
    const { record, seqs } = row;
    if (!record) return 'restores';
    if ((this.#messages.get(id) ?? 0) <= sent) return undefined;
    const isNewer = (member: 'name' | 'email'): boolean => (seqs.get(member) ?? 0) > sent;
    const isOther =
      (isNewer('name') && record.name !== part.name) ||
      (isNewer('email') && showEmail(record.email) !== showEmail(part.email));
    return isOther ? 'changes' : undefined;
  }

  drop(id: string, seq: number): void {
    this.isSeen ||= undefined;
    dropUser(this.rows, id, seq);
  }

  /** Taints users after a conflict; those in `removed` may be gone. */
  conflict(ids: Iterable<string>, removed: Iterable<string>, seq: number): void {
    for (const id of removed) this.#deleteConflicts.set(id, seq);
    for (const id of ids) {
      const row = this.rows.get(id);
      if (row && row.seq <= seq) {
        const { unsure: _, ...tainted } = row;
        this.rows.set(id, { ...tainted, expiresAt: 0 });
      }
    }
  }

  /**
   * Users that may be removed and are missing from a complete list, with the seq of the conflict.
   */
  absent(users: readonly ServerUser[]): readonly (readonly [id: string, seq: number])[] {
    return [...this.#deleteConflicts].filter(([id, since]) => {
      const isKnownLater = (this.rows.get(id)?.seq ?? 0) > since;
      return !isKnownLater && !users.some((user) => user.id === id);
    });
  }

  /** Drops users that may be removed and are missing from a later complete list. Returns them. */
  dropAbsent(users: readonly ServerUser[], seq: number): readonly string[] {
    const gone = this.absent(users).flatMap(([id, since]) => (since < seq ? [id] : []));
    for (const id of gone) this.drop(id, seq);
    return gone;
  }

  /** The store has collected an unreachable user. */
  forget(id: string): void {
    this.rows.delete(id);
    this.#deleteConflicts.delete(id);
    this.changed();
  }

  reset(): void {
    this.rows = new Map();
    this.isSeen = false;
    this.#deleteConflicts.clear();
    this.#messages.clear();
  }
}
