import { copyMembers } from '../shared/copyMembers.ts';
import type { EntityClass } from './EntityClass.ts';
import type { EntityPlan } from './entityPlan.ts';
import { mergeRecords } from './mergeRecords.ts';
import type { NormalizeDelegate } from './Schema.ts';

type Members = Record<string, unknown>;

/**
 * Adds the record of one answered object to the entities: its members, those with a schema in their stored form. Where a record is known and
 * those with a schema are as they were, the others are laid over it right away: most answers to a refetch bring nothing else, and then nothing is
 * copied.
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
  // `process` may give what it was given, and members see their parent as it was answered.
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
        if (!nested[j].deserializes) takeOver(record, known!, nested[j].name);
      }
      record[name] = stored;
    }
  }
  if (!record) {
    // The same entity may have been among its own members.
    if (nested.length === 0 || delegate.known(entity, pk) === known) {
      delegate.mergeEntity(entity, pk, mergeRecords(known!, input, storedMembers), known);
      return;
    }
    record = copyMembers(source);
    for (const name of storedMembers) takeOver(record, known!, name);
  }
  const reason = entity.validate(record);
  if (reason !== undefined) delegate.fail('SB_ENTITY_INVALID', `${key} ${pk}: ${reason}.`);
  delegate.mergeEntity(entity, pk, record);
}

/** Takes over the stored form of a member that was answered and is known. */
function takeOver(record: Members, known: Members, name: string): void {
  if (record[name] !== undefined && Object.hasOwn(record, name)) record[name] = known[name];
}
