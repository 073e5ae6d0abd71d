import type { FollowerNotes, OutdatedRecord } from '../../data/schema/collection/PageNotes.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { RowSeqs } from '../table/RowSeqs.ts';
import type { RequestPhase } from './RequestPhase.ts';

const NONE: readonly never[] = [];

/** What is known of the rows that requests in flight may bring. */
interface KnownRows {
  /** The seq of the last mutation whose response has brought a row. */
  readonly brought: RowSeqs;
  /** The seq of the last message about a row that arrived during a mutation. */
  readonly messages: RowSeqs;
}

/** A request whose response may conflict with that of another one. */
export interface OverlappingRequest {
  /** The seq at which the last try was sent. */
  readonly seq: number;
  /** The endpoint key to fetch once more after a conflict of a read; `undefined` for mutations. */
  readonly readKey?: string;
  readonly phase: RequestPhase;
  /** Whether it has a response, has failed or was aborted. */
  readonly isSettled: boolean;
  /** A queue decides when it is sent. */
  readonly isQueued?: boolean;
  /** A mutation of another tab. */
  readonly isForeign?: boolean;
  /** The last try. `undefined` for reads that overlap no mutation, and before a mutation is sent. */
  inFlight: InFlight | undefined;
}

/** A request in flight, with what is needed to detect conflicts. */
export class InFlight {
  /** The seq at which it was sent. */
  readonly seq: number;
  /** The endpoint key to fetch once more after a conflict of a read; `undefined` for mutations. */
  readonly readKey: string | undefined;
  /** Its response hides no layer: those of a queue are in the order of the queue. */
  readonly isQueued: boolean | undefined;
  /** A mutation of another tab. */
  readonly isForeign: boolean | undefined;
  /** The rows that the request brings, or is expected to change. Empty while they are unknown. */
  readonly rows = new EntityKeySet();
  /** The rows that its response removed. */
  readonly removed = new EntityKeySet();
  /** The rows of the numbers that its response changed by what follows from it. */
  readonly counted = new EntityKeySet();
  /** The lists to which its rows may belong, before or after its response, and the numbers beside them. */
  readonly lists = new EntityKeySet();
  readonly numbers = new EntityKeySet();
  /** The records that its response brought of rows whose stored record is newer. */
  outdated: readonly OutdatedRecord[] = NONE;
  /** Rows that an overlapping mutation has written, too: their state is not known. */
  readonly disputed = new EntityKeySet();
  /** Rows in which its response says something else than a message that arrived while it was in flight. */
  contradicted: EntityKeySet | undefined;
  /**
   * A mutation whose earlier try the server may have handled: data that was read since may have its
   * change, and its response may be the one to that try.
   */
  isRepeated = false;
  /** A mutation whose rows an overlapping read has brought before it. */
  isUnsure = false;
  /** The seq at which its response or failure arrived; `undefined` before that. */
  overSeq: number | undefined;
  readonly #known: KnownRows;

  constructor(known: KnownRows, seq: number, request: OverlappingRequest) {
    this.#known = known;
    this.seq = seq;
    this.readKey = request.readKey;
    this.isQueued = request.isQueued;
    this.isForeign = request.isForeign;
  }

  /** Adds what follows its rows. */
  note({ counted, lists, numbers, outdated }: FollowerNotes): void {
    if (outdated.length > 0) this.outdated = outdated;
    for (const { kind, pk } of counted) this.counted.add(kind, pk);
    for (const { kind, pk } of lists) this.lists.add(kind, pk);
    for (const { kind, pk } of numbers) this.numbers.add(kind, pk);
  }

  /**
   * Whether the response to a later mutation has brought the row. In these rows, the layer of this
   * mutation is below that response.
   */
  has(entityKey: string, pk: string): boolean {
    return this.#known.brought.of(entityKey, pk) > this.seq;
  }

  /** Whether a message about the row has arrived since the request was sent. */
  isContested(entityKey: string, pk: string): boolean {
    return this.#known.messages.of(entityKey, pk) > this.seq;
  }

  /** Whether both were in flight at once and may conflict. Two reads never do. */
  overlaps({ overSeq = Infinity, readKey, seq }: InFlight): boolean {
    const areReads = this.readKey !== undefined && readKey !== undefined;
    return !areReads && overSeq > this.seq && (this.overSeq ?? Infinity) > seq;
  }
}
