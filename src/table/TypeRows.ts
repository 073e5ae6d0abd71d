import type { SlotTree } from './SlotTree.ts';
import type { SlotVector } from './SlotVector.ts';
import type { TypeFamily } from './TypeFamily.ts';

/** The rows of one entity type, in a snapshot or in a draft. */
export interface TypeReads {
  readonly key: string;
  readonly family: TypeFamily;
  /** Records, tombstones and stamps; see `rowSlots.ts`. */
  readonly rows: SlotTree<object>;
  /** Number of rows with a record. */
  readonly live: number;
  /** Number of tombstones. */
  readonly removed: number;
}

/** The rows of one entity type in a snapshot. */
export interface TypeRows extends TypeReads {
  readonly rows: SlotVector<object>;
}
