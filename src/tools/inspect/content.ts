import { LAYERS, SHOWN_LAYERS, type ShownLayer } from '../../kernel/optimistic/layers.ts';
import type { EntityMeta } from '../../data/schema/Schema.ts';
import { copyMembers } from '../../shared/copyMembers.ts';
import { deepFreeze } from '../../shared/deepFreeze.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { COMPLETE, RESULTS } from '../../kernel/table/KindRows.ts';
import { inSlot, type StateSlot } from '../../kernel/table/StateSlot.ts';
import type { KnownRow } from '../../kernel/table/TableReader.ts';
import type { EntityName, EntityReport, LayerReport, Snapshot } from './reports.ts';

/** The result of a key, as a snapshot has it. */
export interface ResultReport extends EntityMeta {
  /** The endpoint key. */
  readonly key: string;
  /** The normalized response; meaningful if `hasResult`. */
  readonly result: unknown;
  readonly hasResult: boolean;
  /** The failure of the last request, if it failed. */
  readonly error: Error | undefined;
  readonly errorPolicy: 'soft' | 'hard' | undefined;
  /** The seq of the last invalidation without a response since; 0: none. */
  readonly invalidatedSeq: number;
  /** The seq of the last expiry by a call; 0: none. */
  readonly expiredSeq: number;
}

/** The prediction of a pending mutation in a snapshot, with the names of the entities that it predicts. */
export type LayerContent = LayerReport<EntityName>;

/** What a snapshot contains, or how it differs from an earlier one. */
export interface SnapshotContent {
  /** Whether it is the whole content. If not, the difference to an earlier snapshot. */
  readonly isWhole: boolean;
  /** Of a difference: what is to be dropped first. */
  readonly dropped: {
    readonly entities: readonly EntityName[];
    /** Endpoint keys. */
    readonly results: readonly string[];
  };
  /** Entities in insertion order, then removed ones. */
  readonly entities: readonly EntityReport[];
  readonly results: readonly ResultReport[];
  /** All entity keys of which a response brought all entities. */
  readonly complete: readonly string[];
  /** All optimistic layers. The first one is the lowest. */
  readonly layers: readonly LayerContent[];
}

/** The layers of a snapshot that was made of its content. */
const LAYER_CONTENT: StateSlot<readonly LayerContent[] | undefined> = { initial: undefined };

/** Snapshots with one epoch are related. Stores count from 0 up. */
let lastEpoch = 0;

/**
 * What a snapshot contains, as data: for exports, and for devtools elsewhere. With `since`, only how
 * it differs from that one, at a cost that follows the difference; after a reset of the store
 * between the two, the whole content.
 */
export function contentOf(snapshot: Snapshot, since?: Snapshot): SnapshotContent {
  const table = snapshot.entities;
  const before = since?.entities;
  const isWhole = before?.epoch !== table.epoch;
  const known = isWhole ? [...table.known()] : rowsChanged(before, table);
  const keys = isWhole
    ? [...table.results()].map(([key]) => key)
    : before.changesTo(table).reserved(RESULTS);
  const dropped = {
    entities: isWhole ? [] : known.filter(({ key, pk }) => isDropped(before, table, key, pk)),
    results: keys.filter((key) => table.result(key) === undefined),
  };
  return {
    isWhole,
    dropped: {
      entities: dropped.entities.map(({ key, pk }) => ({ entityKey: key, pk })),
      results: dropped.results,
    },
    entities: reportsInOrder(table, known),
    results: keys.flatMap((key) => resultIn(table, key)),
    complete: table.completeKeys(),
    layers: layersOf(snapshot),
  };
}

function rowsChanged(before: EntityTable, after: EntityTable): KnownRow[] {
  return before.changesTo(after).kinds.flatMap((rows) => {
    return rows.written().map((pk) => ({ key: rows.key, pk }));
  });
}

/** A row that was forgotten, or has another position in the insertion order. */
function isDropped(before: EntityTable, after: EntityTable, key: string, pk: string): boolean {
  if (after.meta(key, pk) === undefined) return true;
  const [from, to] = [before.ordinal(key, pk), after.ordinal(key, pk)];
  return from >= 0 && to >= 0 && from !== to;
}

function reportsInOrder(table: EntityTable, rows: readonly KnownRow[]): EntityReport[] {
  return rows
    .map(({ key, pk }) => {
      const ordinal = table.ordinal(key, pk);
      const [record, meta] = [table.get(key, pk), table.meta(key, pk)];
      return { ordinal: ordinal < 0 ? Infinity : ordinal, entityKey: key, pk, record, meta };
    })
    .filter(({ meta }) => meta !== undefined)
    .sort((a, b) => (a.ordinal === b.ordinal ? 0 : a.ordinal - b.ordinal))
    .map(({ entityKey, pk, record, meta }) => ({ entityKey, pk, record, meta }));
}

/** The results of a snapshot, in the order in which their keys first got one. */
export function resultsOf({ entities }: Snapshot): readonly ResultReport[] {
  return [...entities.results()].map(([key, row]) => ({ key, ...row }));
}

function resultIn(table: EntityTable, key: string): readonly ResultReport[] {
  const row = table.result(key);
  return row ? [{ key, ...row }] : [];
}

/** The optimistic layers of a snapshot. The first one is the lowest. */
export function layersOf({ entities }: Snapshot): readonly LayerContent[] {
  const known = inSlot(entities, LAYER_CONTENT);
  if (known) return known;
  const shown = inSlot(entities, SHOWN_LAYERS);
  return inSlot(entities, LAYERS).map(({ args, fetchedAt: at, name, seq }) => {
    const rows: EntityName[] = [];
    const layer = shown.find((each) => each.seq === seq);
    layer?.rows.forEach((entityKey, pk) => rows.push({ entityKey, pk }));
    return { seq, name, args, at, rows };
  });
}

/**
 * A snapshot with this content, which `show` of an inspector shows like one of its own. `since`: the
 * snapshot that a difference begins with. The content is copied as far as it is not frozen.
 */
export function snapshotOf(
  content: SnapshotContent,
  { at, since, version }: Pick<Snapshot, 'at' | 'version'> & { readonly since?: Snapshot },
): Snapshot {
  const { dropped, isWhole, layers, complete } = content;
  const base = isWhole || !since ? EntityTable.empty(--lastEpoch) : since.entities;
  const first = new EntityTableDraft(base);
  for (const { entityKey, pk } of dropped.entities) first.forget(entityKey, pk);
  for (const key of dropped.results) first.forget(RESULTS, key);
  for (const key of base.completeKeys()) if (!complete.includes(key)) first.forget(COMPLETE, key);
  // A row gets another position in the order only if it was dropped by an earlier commit.
  const draft = new EntityTableDraft(first.commit().table);
  for (const { entityKey, meta = UNKNOWN, pk, record } of content.entities) {
    const rows = draft.rows(entityKey);
    if (!record) {
      rows.remove(pk, meta);
      continue;
    }
    // A member called `__proto__` would become the prototype of instances.
    const copy = shareStructure(base.get(entityKey, pk), copyMembers(record));
    rows.write(pk, deepFreeze(copy), meta);
  }
  for (const { key, ...row } of content.results) draft.setResult(key, deepFreeze(row));
  for (const key of complete) if (!base.hasAll(key)) draft.declare(key);
  draft.put(LAYER_CONTENT, layers);
  const shown = layers.map(({ rows: names, seq }): ShownLayer => {
    const rows = new EntityKeySet();
    for (const { entityKey, pk } of names) rows.add(entityKey, pk);
    const nothing = { schema: undefined, stored: undefined, versioned: new EntityKeySet() };
    return { ...nothing, seq, rows, created: [] };
  });
  draft.put(SHOWN_LAYERS, shown);
  return { version, at, entities: draft.commit().table };
}

/** The meta of a row of which nothing is known. */
const UNKNOWN: EntityMeta = { seq: 0, fetchedAt: 0, receivedAt: 0, expiresAt: Infinity };
