import { KindFamily, knownSlot } from './KindFamily.ts';
import { RowVector } from './RowVector.ts';
import { RowVectorDraft } from './RowVectorDraft.ts';

/** What rows are of: an entity key, or a symbol for rows that are no entities. */
export type Kind = string | symbol;

/** Reserved: the {@link ResultRecord}s by endpoint key. */
export const RESULTS = Symbol('results');

/**
 * Reserved: a row for each entity key of which a response brought all entities. Then an empty list
 * of them is a result, too.
 */
export const COMPLETE = Symbol('complete');

/** The rows of one kind, in a snapshot or in a draft. */
export interface KindRows {
  readonly key: Kind;
  readonly family: KindFamily;
  /** Records and tombstones with their meta. */
  readonly rows: RowVector;
  /** Number of rows with a record. */
  readonly live: number;
  /** Number of tombstones. */
  readonly removed: number;
}

/** The content of a removed row. Never leaves this folder. Compare with `===`. */
export const TOMBSTONE: object = Object.freeze({});

/** Whether the content of a row is a record, not a hole or a tombstone. */
export function isLive(content: object | undefined): content is object {
  return content !== undefined && content !== TOMBSTONE;
}

/** The record of a live row; `undefined` for a hole or a tombstone. */
export function recordIn(rows: RowVector, slot: number): object | undefined {
  const content = rows.content(slot);
  return content === TOMBSTONE ? undefined : content;
}

/** The record of the live row with a primary key. */
export function recordOf({ family, rows }: KindRows, pk: string): object | undefined {
  const entry = family.entry(pk);
  const content = rows.content(typeof entry === 'number' ? entry : knownSlot(entry, rows));
  return content === TOMBSTONE ? undefined : content;
}

/** Finds a kind. A linear search: programs have tens of kinds, not thousands. */
export function kindIn<T extends { readonly key: Kind }>(
  kinds: readonly T[],
  key: Kind,
): T | undefined {
  // Not `find`: this needs no closure per look-up.
  for (const kind of kinds) if (kind.key === key) return kind;
  return undefined;
}

export function noRows(key: Kind, family: KindFamily): KindRows {
  return { key, family, rows: new RowVector(), live: 0, removed: 0 };
}

/**
 * The same rows, in the same order and with the same ordinals, in one new family without unused
 * slots. Rows with the same ordinal get the same slot.
 */
export function inOneFamily(kinds: readonly KindRows[]): KindRows[] {
  const family = new KindFamily();
  const moved = kinds.map((kind) => ({ kind, rows: new RowVectorDraft(new RowVector()) }));
  const all = moved.flatMap(({ kind, rows }) =>
    [...kind.rows.slots()].map((slot) => ({
      kind,
      rows,
      slot,
      ordinal: kind.family.ordinal(slot),
    })),
  );
  all.sort((a, b) => a.ordinal - b.ordinal);
  let [last, target] = [-1, -1];
  for (const { kind, rows, slot, ordinal } of all) {
    if (ordinal !== last) target = family.add(kind.family.pk(slot), undefined, ordinal);
    last = ordinal;
    rows.set(target, kind.rows.content(slot), kind.rows.meta(slot));
  }
  return moved.map(({ kind, rows }) => ({ ...kind, family, rows: rows.freeze() }));
}
