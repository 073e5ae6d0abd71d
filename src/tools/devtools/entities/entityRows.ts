import type { EntityTable } from '../../../kernel/table/EntityTable.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/** An entity class of the store. */
export interface EntityClassRows {
  readonly entityKey: string;
  readonly count: number;
}

/** The pks of one class, as one snapshot has them. Removed entities are at the end. */
export interface EntityPks {
  readonly entityKey: string;
  readonly table: EntityTable;
  readonly pks: readonly string[];
  /** The first index of a removed entity. */
  readonly liveCount: number;
}

/** The entity keys of the state that is shown, with their counts, sorted by name. */
export function classesOf({ store }: DevtoolsSession): readonly EntityClassRows[] {
  const table = store.entities$.getValue();
  const classes = [...table.keys()].map((entityKey) => ({
    entityKey,
    count: table.size(entityKey),
  }));
  return classes.sort((a, b) => (a.entityKey < b.entityKey ? -1 : 1));
}

/** The pks of a class. The same object as before if none was added or removed. */
export function pksOf(
  { inspector, store }: DevtoolsSession,
  entityKey: string,
  before: EntityPks | undefined,
): EntityPks {
  const table = store.entities$.getValue();
  if (before?.entityKey === entityKey && before.table === table) return before;
  const pks: string[] = [];
  table.forEach(entityKey, (_, pk) => void pks.push(pk));
  const liveCount = pks.length;
  // One by one: a spread of many arguments overflows the stack.
  for (const pk of inspector.removed(entityKey)) pks.push(pk);
  return { entityKey, table, pks, liveCount };
}

/** Whether the pk or a member of the record contains the text, which is in lower case. */
export function matchesText(pk: string, record: object | undefined, text: string): boolean {
  if (pk.toLowerCase().includes(text)) return true;
  for (const name in record) {
    // The cast holds: it is a member of the record.
    const value = record[name as keyof typeof record] as unknown;
    if (typeof value === 'string') {
      if (value.toLowerCase().includes(text)) return true;
    } else if (isText(value)) {
      if (String(value).includes(text)) return true;
    } else if (typeof value === 'object' && value !== null && containsText(value, text, 2)) {
      return true;
    }
  }
  return false;
}

/** Looks into nested objects, at most `depth` levels. */
function containsText(value: object, text: string, depth: number): boolean {
  return (
    depth > 0 &&
    Object.values(value).some((member: unknown) => {
      if (typeof member === 'object' && member !== null)
        return containsText(member, text, depth - 1);
      return isText(member) && String(member).toLowerCase().includes(text);
    })
  );
}

function isText(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}
