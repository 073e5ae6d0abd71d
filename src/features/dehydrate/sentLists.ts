import type { Collection } from '../../data/schema/collection/Collection.ts';
import { LIST_RULES, type RuledRecord } from '../../data/schema/collection/ListRules.ts';
import { forEachEntity } from '../../data/schema/forEachEntity.ts';
import { MarkAndSweep } from '../../kernel/collector/MarkAndSweep.ts';
import type { RowMeta } from '../../kernel/commits/RowMeta.ts';
import { isOwn } from '../../data/schema/isOwn.ts';
import type { HydrateAction, HydratedRow } from '../../kernel/store/Action.ts';
import type { Root } from '../../kernel/streams/RetainedSource.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';

/** The lists in a schema, and the numbers beside them, whose collections have rules of their own. */
interface SchemaLists {
  /** The members with these rules in records of lists, by entity key. */
  readonly rules: ReadonlyMap<string, object>;
  /** The entity keys of all that the schema contains. */
  readonly entityKeys: ReadonlySet<string>;
}

/** A list, or the number beside it, with its rules. */
interface RuledRow extends HydratedRow {
  readonly record: object;
  readonly meta: RowMeta;
}

/** Gives lists their rules. */
interface RulesAction extends HydrateAction {
  readonly rows: readonly RuledRow[];
}

/** The lists of a schema. */
export function listsOf(schema: unknown): SchemaLists {
  const rules = new Map<string, object>();
  const entityKeys = new Set<string>();
  forEachEntity(
    schema,
    new WeakSet(),
    (entity) => entityKeys.add(entity.key),
    (other) => {
      const { row, ruled } = other as Partial<Collection>;
      if (row && ruled && LIST_RULES in ruled) rules.set(row.key, ruled);
    },
  );
  return { rules, entityKeys };
}

/**
 * The lists that a root shows and that another store has sent, with their rules. Rules are functions:
 * they are not sent.
 */
export function withRules(
  table: EntityTable,
  { rules }: SchemaLists,
  root: Root,
): readonly RuledRow[] {
  const rows: RuledRow[] = [];
  if (rules.size === 0) return rows;
  const shown = new MarkAndSweep();
  shown.mark([table], [root]);
  for (const [entityKey, ruled] of rules) {
    for (const [pk, record] of table.entries(entityKey)) {
      // A live row has meta.
      const meta = table.meta(entityKey, pk)!;
      const isSent = !isOwn(meta) && !(record as Partial<RuledRecord>)[LIST_RULES];
      if (!isSent || !shown.has(entityKey, pk)) continue;
      rows.push({
        kind: entityKey,
        pk,
        record: { ...record, ...ruled },
        renamedTo: undefined,
        meta,
      });
    }
  }
  return rows;
}

/** The action that writes lists with their rules. */
export function rulesAction(rows: readonly RuledRow[], seq: number): RulesAction {
  return { type: 'hydrate', seq, kinds: [], rows, results: [], isLate: undefined };
}

/** Writes rows as they are: their meta stays. */
export function putRows(draft: EntityTableDraft, { rows }: Pick<RulesAction, 'rows'>): void {
  for (const { kind, pk, record, meta } of rows) draft.rows(kind).write(pk, record, meta);
}
