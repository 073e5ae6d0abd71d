import { copyMembers } from '../shared/copyMembers.ts';
import type { EntityClass, NormalizeDelegate } from './Schema.ts';
import type { EntityPlan } from './entityPlan.ts';
import { mergeRecords } from './mergeRecords.ts';

type Members = Record<string, unknown>;

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
    const { name, schema, deserializes, givesOwner, owned } = nested[i];
    if (deserializes || input[name] === undefined || !Object.hasOwn(input, name)) continue;
    const stored = owned
      ? owned.normalizeMember(input[name], { entity, pk, name, known: known?.[name] }, delegate)
      : givesOwner
        ? delegate.visitOwned(source, schema, input[name], name)
        : delegate.visit(schema, input[name], source, name);
    if (record) record[name] = stored;
    else if (stored !== known![name]) {
      record = copyMembers(source);
      for (let j = 0; j < i; j++) {
        if (!nested[j].deserializes) copyStored(record, known!, nested[j].name);
      }
      record[name] = stored;
    }
  }
  if (!record) {
    // A nested member may have written the same entity.
    if (nested.length === 0 || delegate.known(entity, pk) === known) {
      delegate.mergeEntity(entity, pk, mergeRecords(known!, input, storedMembers), known);
      return;
    }
    record = copyMembers(source);
    for (const name of storedMembers) copyStored(record, known!, name);
  }
  const reason = entity.validate(record);
  if (reason !== undefined) delegate.fail('SB_ENTITY_INVALID', `${key} ${pk}: ${reason}.`);
  delegate.mergeEntity(entity, pk, record);
}

/** Copies the known stored form of a member that the response contains. */
function copyStored(record: Members, known: Members, name: string): void {
  if (record[name] !== undefined && Object.hasOwn(record, name)) record[name] = known[name];
}
