import type { EntityMeta, WalkMeta } from '../../data/schema/Schema.ts';

/** The meta of a row whose members may come from several responses, or that was removed. */
export interface RowMeta extends WalkMeta {
  /**
   * The seqs of members that writes of some members have brought; that of all others is at
   * `undefined`. Kept only while older requests are in flight: they may still bring some members.
   */
  readonly seqs?: ReadonlyMap<string | undefined, number> | undefined;
  /**
   * Of a removed row whose class declares a version: its last record, with what the removal said of
   * it.
   */
  readonly removed?: object;
  /** Whether the removal itself had a version, which then decides alone. */
  readonly isVersioned?: boolean;
}

type Members = Readonly<Record<string, unknown>>;

const NONE: readonly never[] = [];

/**
 * Returns the meta of a row after the newer `incoming` was merged into `existing`. A tainted row
 * stays tainted until responses have brought all members that it had. `keepsSeqs`: whether the seqs
 * of the other members matter.
 */
export function metaAfter(
  known: RowMeta,
  meta: EntityMeta,
  existing: object,
  incoming: object,
  keepsSeqs: boolean,
): RowMeta {
  const isTainted = known.expiresAt === 0;
  if (!keepsSeqs && !isTainted) return meta;
  const isLacking = (name: string): boolean => (incoming as Members)[name] === undefined;
  const names = Object.keys(existing);
  const left = isTainted ? (known.tainted?.names ?? names).filter(isLacking) : NONE;
  if (left.length === 0 && !(keepsSeqs && names.some(isLacking))) return meta;
  const { seq, fetchedAt, receivedAt, expiresAt } = meta;
  // Hot loop: a spread with replaced members costs 40 times as much.
  return {
    seq,
    fetchedAt,
    receivedAt,
    expiresAt: left.length > 0 ? 0 : expiresAt,
    seqs: keepsSeqs ? seqsWith(known, incoming as Members, seq) : undefined,
    tainted: left.length > 0 ? { names: left, meta: known.tainted?.meta ?? known } : undefined,
  };
}

/**
 * Returns the members that a late response still contributes: members that the row lacks, or that
 * come from even older responses.
 */
export function lateMembers(
  known: RowMeta,
  existing: object,
  incoming: object,
  seq: number,
): Members {
  const before = existing as Members;
  const isLater = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && (before[name] === undefined || seqOf(known, name) < seq);
  return Object.fromEntries(Object.entries(incoming).filter(isLater));
}

/** Whether a write replaces a member that was written after `seq` by another value. */
export function replacesNewer(
  known: RowMeta,
  existing: object,
  merged: object,
  seq: number,
): boolean {
  const [before, after] = [existing, merged] as Members[];
  return Object.keys(before).some(
    (name) => before[name] !== after[name] && seqOf(known, name) > seq,
  );
}

/**
 * Returns the meta of a row after members of an older response were merged into it. In a layer, the
 * row then belongs to the layer, and each member keeps its seq.
 */
export function metaWith(known: RowMeta, late: Members, seq: number, isInLayer: boolean): RowMeta {
  if (Object.keys(late).length === 0) return known;
  return { ...known, seq: isInLayer ? Infinity : known.seq, seqs: seqsWith(known, late, seq) };
}

/** The seqs of a row after some members came with this one. */
function seqsWith(known: RowMeta, brought: Members, seq: number): RowMeta['seqs'] {
  // Mostly, a write brings fewer members than it leaves.
  const seqs = new Map(known.seqs ?? [[undefined as string | undefined, known.seq]]);
  for (const name in brought) if (brought[name] !== undefined) seqs.set(name, seq);
  return seqs;
}

/** The seq of a member of a row. */
export function seqOf({ seq, seqs }: RowMeta, name: string): number {
  return seqs?.get(name) ?? seqs?.get(undefined) ?? seq;
}
