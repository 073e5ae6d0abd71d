import { copyMembers } from '../shared/copyMembers.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { EntityPlan } from './entityPlan.ts';
import type { EntityClass, NormalizeDelegate } from './Schema.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Merges `incoming` into `existing`, member by member. Returns `existing` itself if nothing
 * changes. Members that are `undefined` in `incoming` keep their value; `null` clears. Unchanged
 * parts of nested JSON keep their reference. Members in `without` are ignored.
 */
export function mergeRecords(
  existing: object,
  incoming: object,
  without?: ReadonlySet<string>,
): object {
  const before = existing as Members;
  const after = incoming as Members;
  let copy: Record<string, unknown> | undefined;
  // Hot loop: for..in over a record literal is the cheapest way to visit its members.
  for (const name in after) {
    const value = after[name];
    const old = before[name];
    if (value === old || value === undefined || without?.has(name)) continue;
    const shared = typeof value === 'object' ? shareStructure(old, value) : value;
    if (Object.is(shared, old)) continue;
    // An assignment would set the prototype.
    if (name === '__proto__') continue;
    copy ??= { ...before };
    copy[name] = shared;
  }
  return copy ?? existing;
}

/**
 * Adds the record of one object in a response to the entities; members with a schema in their
 * stored form. If the entity is known and these members are unchanged, the others are merged into
 * the known record directly. Most responses to a refetch bring nothing else, so nothing is copied.
 */
export function addRecord(
  entity: EntityClass,
  pk: string,
  { key, nested, storedMembers }: EntityPlan,
  source: object,
  delegate: NormalizeDelegate,
): void {
  const input = source as Members;
  const known = delegate.known(entity, pk) as Members | undefined;
  // `process` may return its input, and nested schemas see their parent as the response contains
  // it.
  let record = known ? undefined : copyMembers(source);
  for (let i = 0; i < nested.length; i++) {
    const { name, schema, deserializes, owned } = nested[i];
    const value = input[name];
    if (deserializes || value === undefined || !Object.hasOwn(input, name)) continue;
    const stored = owned
      ? owned.normalizeMember(value, { entity, pk, name, known: known?.[name] }, delegate)
      : delegate.visitOwned(source, schema, value, name);
    if (!record && stored !== known![name]) record = copyWithKnown(source, known!, nested, i);
    if (record) record[name] = stored;
  }
  if (!record) {
    // A nested member may have written the same entity.
    if (nested.length === 0 || delegate.known(entity, pk) === known) {
      delegate.mergeEntity(entity, pk, mergeRecords(known!, input, storedMembers), known);
      return;
    }
    record = copyWithKnown(source, known!, nested, nested.length);
  }
  const reason = entity.validate(record);
  if (reason !== undefined) delegate.fail('SB_ENTITY_INVALID', `${key} ${pk}: ${reason}.`);
  delegate.mergeEntity(entity, pk, record);
}

/** A copy of an object; the first `count` members with a schema have their known stored form. */
function copyWithKnown(
  source: object,
  known: Members,
  nested: EntityPlan['nested'],
  count: number,
): Record<string, unknown> {
  const record = copyMembers(source);
  for (let i = 0; i < count; i++) {
    const { name, deserializes } = nested[i];
    const isGiven = !deserializes && record[name] !== undefined && Object.hasOwn(record, name);
    if (isGiven) record[name] = known[name];
  }
  return record;
}
