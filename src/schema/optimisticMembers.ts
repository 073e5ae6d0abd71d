import { changedRecord } from './changedRecord.ts';
import type { EntityClass } from './EntityClass.ts';

/** Of what is shown, as much as is asked for here. */
export interface Shown {
  get(schema: EntityClass, lookup: object): unknown;
  /** Thrown to show nothing but what is confirmed. */
  readonly abort: Error;
}

/** Functions that show at once what a resource changes, for its entity. `throw snapshot.abort` shows nothing. */
export function optimisticMembers(entity: EntityClass) {
  const changed = (shown: Shown, params: unknown, body: unknown): object => {
    const record = changedRecord(entity, params, body);
    if (!record) throw shown.abort;
    return record;
  };
  return {
    /** A whole entity is sent: it is shown whether or not it is known. */
    update: { getOptimisticResponse: changed },
    /** Parts of an entity are sent: alone they would be shown as one with holes. */
    partialUpdate: {
      getOptimisticResponse: (shown: Shown, params: unknown, body: unknown): object => {
        if (shown.get(entity, params as object) === undefined) throw shown.abort;
        return changed(shown, params, body);
      },
    },
    /** The parameters name what goes. */
    delete: { getOptimisticResponse: (_shown: Shown, params: unknown): unknown => params },
  };
}
