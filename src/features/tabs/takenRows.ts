import { isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { MarkAndSweep } from '../../kernel/collector/MarkAndSweep.ts';
import type { Root } from '../../kernel/streams/RetainedSource.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { isListKind } from '../persist/storedRecords.ts';
import { Looked } from '../persist/watchedTable.ts';
import type { TabRow } from './rowVersions.ts';

/** The tab that gets a message. */
interface ReceivingTab {
  readonly confirmed: EntityTable;
  /** The classes that it observes, by entity key. */
  readonly classes: ReadonlyMap<string, EntityClass>;
  /** The results of the message for its keys. Without a stream, the schema of a result is not known. */
  readonly results: readonly Root[];
}

/**
 * The rows of a message that a tab takes: those that it has, those of the classes that it observes, and
 * all that these and the results refer to. A row that the tab lacks comes with all that it refers to, or
 * as a part of another one. Rows that lack a part are stale. Lists come only with results that show them:
 * others may lack changes.
 */
export function takenRows(
  rows: readonly TabRow[],
  { confirmed, classes, results }: ReceivingTab,
): readonly TabRow[] {
  const isKnown = ({ kind, pk }: TabRow): boolean => confirmed.meta(kind, pk) !== undefined;
  const areRead = results.every(({ schema }) => schema !== undefined);
  const isNewList = (row: TabRow): boolean => isListKind(row.kind) && !isKnown(row);
  let usable = rows;
  if (rows.some(isNewList)) {
    const shown = rowsOf(withRows(confirmed, rows), results);
    const records = rows.filter(({ kind }) => !isListKind(kind)).map(({ record }) => record);
    const named = areRead ? undefined : valuesIn([results.map(({ stored }) => stored), records]);
    const isShown = ({ kind, pk }: TabRow): boolean => named?.has(pk) ?? shown.has(kind, pk);
    usable = rows.filter((row) => !isNewList(row) || isShown(row));
  }
  const table = withRows(confirmed, usable);
  const rootOf = ({ kind, pk, record }: TabRow): Root => {
    const schema = classes.get(kind) ?? (isCountKey(kind) ? undefined : rowOfLists(kind));
    if (schema) return { schema, stored: pk };
    // Only writes have shown the class.
    const nested = confirmed.lineage.plans.members.get(kind) ?? [];
    const members = nested.filter(({ deserializes }) => !deserializes);
    return {
      schema: Object.fromEntries(members.map((each) => [each.name, each.schema])),
      stored: record,
    };
  };
  const isWhole = (row: TabRow): boolean => !lacksRows(table, rowsOf(table, [rootOf(row)]));
  const isNeeded = (row: TabRow): boolean => !areRead || isKnown(row) || confirmed.hasAll(row.kind);
  const needed = usable.filter(isNeeded);
  const others = usable.filter((row) => !isNeeded(row) && classes.has(row.kind));
  const reachedFrom = (more: readonly TabRow[]): EntityKeySet =>
    rowsOf(table, [...results, ...[...needed, ...more].map(rootOf)]);
  let reached = reachedFrom(others);
  const areWhole = !lacksRows(table, reached);
  if (!areWhole) reached = reachedFrom(others.filter(isWhole));
  const taken = usable.filter((row) => isNeeded(row) || reached.has(row.kind, row.pk));
  if (areWhole) return taken;
  return taken.map((row) => (isWhole(row) ? row : { ...row, meta: { ...row.meta, expiresAt: 0 } }));
}

/** A table with rows as they come. */
function withRows(confirmed: EntityTable, rows: readonly TabRow[]): EntityTable {
  const draft = new EntityTableDraft(confirmed);
  for (const { kind, pk, record, meta } of rows) {
    if (record) draft.rows(kind).write(pk, record, { ...meta, seq: 0 });
    else draft.rows(kind).remove(pk, { ...meta, seq: 0 });
  }
  return draft.commit().table;
}

/** All values in data. */
function valuesIn(data: unknown, values = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof data !== 'object' || data === null) values.add(data);
  else for (const value of Object.values(data)) valuesIn(value, values);
  return values;
}

/** The rows that roots refer to. */
function rowsOf(table: EntityTable, roots: readonly Root[]): EntityKeySet {
  const looked = new Looked();
  new MarkAndSweep().mark([looked.watch(table)], roots);
  const rows = new EntityKeySet();
  for (const [kind, pks] of looked.rows) for (const pk of pks) rows.add(kind, pk);
  return rows;
}

/** Whether a table does not know all rows of a set. */
function lacksRows(table: EntityTable, rows: EntityKeySet): boolean {
  let lacks = false;
  rows.forEach((kind, pk) => (lacks ||= !table.meta(kind, pk)));
  return lacks;
}
