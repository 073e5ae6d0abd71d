import { isEntity } from '../schema/isEntity.ts';
import { pkOfArgument } from '../schema/usablePk.ts';
import { Polymorphic } from '../schema/Polymorphic.ts';
import { declaresVersion } from '../schema/mergesByDefault.ts';
import type { Call } from './Call.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';

/** The row that a mutation is expected to change, if its schema and its first argument tell. */
export function targetOf({ endpoint, args }: Call): EntityKeySet {
  const rows = new EntityKeySet();
  const { schema } = endpoint;
  const isRemoval = schema instanceof Polymorphic && schema.kind === 'Invalidate';
  const entity = isRemoval ? schema.schema : schema;
  if (!isEntity(entity) || declaresVersion(entity)) return rows;
  const pk = pkOfArgument(entity, args[0], args);
  if (pk !== undefined) rows.add(entity.key, pk);
  return rows;
}
