import { copyMembers } from '../shared/copyMembers.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { EntityClass } from './EntityClass.ts';
import type { EntityPlan } from './entityPlan.ts';
import type { NormalizeDelegate } from './Schema.ts';

type Members = Record<string, unknown>;

/**
 * The record of one answered object: its members, those with a schema in their stored form. The very record that is known of the entity if
 * the object brings nothing else: most answers to a refetch do not, and then nothing is copied.
 */
export function normalizedRecord(
  entity: EntityClass,
  pk: string,
  { nested, storedMembers }: EntityPlan,
  source: object,
  delegate: NormalizeDelegate,
): object {
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
  if (record) return record;
  // The same entity may have been among its own members.
  const isSame =
    bringsNothing(input, known!, storedMembers) &&
    (nested.length === 0 || delegate.known(entity, pk) === known);
  if (isSame) return known!;
  record = copyMembers(source);
  for (const name of storedMembers) takeOver(record, known!, name);
  return record;
}

/** Takes over the stored form of a member that was answered and is known. */
function takeOver(record: Members, known: Members, name: string): void {
  if (record[name] !== undefined && Object.hasOwn(record, name)) record[name] = known[name];
}

/** As in merges: members that are `undefined` say nothing, and equal JSON is equal. Those with a stored form were compared before. */
function bringsNothing(
  input: Members,
  known: Members,
  storedMembers: ReadonlySet<string>,
): boolean {
  // Hot loop of every refetch.
  for (const name in input) {
    const value = input[name];
    if (value === known[name] || value === undefined) continue;
    if (storedMembers.has(name) || name === '__proto__') continue;
    if (typeof value !== 'object' || shareStructure(known[name], value) !== known[name]) {
      return false;
    }
  }
  return true;
}
