import { changedRecord } from './changedRecord.ts';
import type { EntityClass } from './EntityClass.ts';

/** The part of an optimistic snapshot that is used here. */
export interface Shown {
  get(schema: EntityClass, lookup: object): unknown;
  /** Throw it to show only the confirmed state. */
  readonly abort: Error;
}

/**
 * Predicts the responses of a resource's mutations, for its entity. `throw snapshot.abort` predicts
 * nothing.
 */
export function optimisticMembers(entity: EntityClass) {
  const changed = (shown: Shown, params: unknown, body: unknown): object => {
    const record = changedRecord(entity, params, body);
    if (!record) throw shown.abort;
    return record;
  };
  return {
    /** A whole entity is sent. It is shown even if it is not known. */
    update: { getOptimisticResponse: changed },
    /**
     * Some members of an entity are sent. Without the known ones, the entity would be incomplete.
     */
    partialUpdate: {
      getOptimisticResponse: (shown: Shown, params: unknown, body: unknown): object => {
        if (shown.get(entity, params as object) === undefined) throw shown.abort;
        return changed(shown, params, body);
      },
    },
    /** The parameters name the removed entity. */
    delete: { getOptimisticResponse: (_shown: Shown, params: unknown): unknown => params },
  };
}
