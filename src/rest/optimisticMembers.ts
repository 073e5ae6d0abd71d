import type { OptimisticSnapshot } from '../endpoint/OptimisticSnapshot.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { changedRecord } from './changedRecord.ts';

/** Functions that show at once what a resource changes, for its entity. `throw snapshot.abort` shows nothing. */
export function optimisticMembers(entity: EntityClass) {
  return {
    /** A whole entity is sent: it is shown whether or not it is known. */
    update: {
      getOptimisticResponse(snapshot: OptimisticSnapshot, params: unknown, body: unknown): object {
        return changed(snapshot, params, body);
      },
    },
    /** Parts of an entity are sent: alone they would be shown as one with holes. */
    partialUpdate: {
      getOptimisticResponse(snapshot: OptimisticSnapshot, params: unknown, body: unknown): object {
        if (snapshot.get(entity, params as object) === undefined) throw snapshot.abort;
        return changed(snapshot, params, body);
      },
    },
    /** The parameters name what goes. */
    delete: {
      getOptimisticResponse: (_snapshot: OptimisticSnapshot, params: unknown): unknown => params,
    },
  };

  function changed(snapshot: OptimisticSnapshot, params: unknown, body: unknown): object {
    const record = changedRecord(entity, params, body);
    if (!record) throw snapshot.abort;
    return record;
  }
}
