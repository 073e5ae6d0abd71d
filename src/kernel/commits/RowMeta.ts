import type { EntityMeta } from '../../data/schema/Schema.ts';

/** The meta of a row whose members may come from several responses, or that was removed. */
export interface RowMeta extends EntityMeta {
  /**
   * The seqs of members that the latest response did not bring. Kept only while older requests are
   * in flight.
   */
  readonly earlier?: ReadonlyMap<string, number>;
  /**
   * Of a removed row whose class declares a version: its last record, with what the removal said of
   * it.
   */
  readonly removed?: object;
  /** Whether the removal itself had a version, which then decides alone. */
  readonly isVersioned?: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the meta of a row after the newer `incoming` was merged into `existing`. A tainted row
 * stays tainted until one response brings all of its members. `keepsSeqs`: whether the seqs of the
 * other members matter.
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
  let earlier: Map<string, number> | undefined;
  for (const name of Object.keys(existing)) {
    if ((incoming as Members)[name] !== undefined) continue;
    (earlier ??= new Map<string, number>()).set(name, seqOf(known, name));
  }
  if (!earlier) return meta;
  const expiresAt = isTainted ? 0 : meta.expiresAt;
  return { ...meta, expiresAt, ...(keepsSeqs && { earlier }) };
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

/**
 * Returns the meta of a row after members of an older response were merged into it. In a layer, the
 * row then belongs to the layer, and each member keeps its seq.
 */
export function metaWith(
  known: RowMeta,
  existing: object,
  late: Members,
  seq: number,
  isInLayer: boolean,
): RowMeta {
  const names = Object.keys(late);
  if (names.length === 0) return known;
  const earlier = isInLayer
    ? new Map(Object.keys(existing).map((name) => [name, seqOf(known, name)]))
    : new Map(known.earlier);
  for (const name of names) earlier.set(name, seq);
  return { ...known, seq: isInLayer ? Infinity : known.seq, earlier };
}

function seqOf({ seq, earlier }: RowMeta, name: string): number {
  return earlier?.get(name) ?? seq;
}
