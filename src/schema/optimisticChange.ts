import type { Collection } from './Collection.ts';
import { isEntity } from './isEntity.ts';
import type { ListChange } from './listEndpoint.ts';
import { optimisticMembers, type Shown } from './optimisticMembers.ts';

/**
 * Predicts the response when members of a list are added, removed or moved: the members as given.
 * `throw shown.abort` predicts nothing.
 */
export function optimisticChange({ schema }: Collection, change: ListChange) {
  if (change !== 'move') return given;
  const entity = Array.isArray(schema) ? (schema[0] as unknown) : undefined;
  return isEntity(entity)
    ? optimisticMembers(entity).partialUpdate.getOptimisticResponse
    : (shown: Shown): never => {
        throw shown.abort;
      };
}

function given(shown: Shown, ...args: readonly unknown[]): unknown {
  const body = args.length > 1 ? args[1] : args[0];
  if (typeof body !== 'object' || body === null) throw shown.abort;
  return typeof FormData === 'function' && body instanceof FormData
    ? Object.fromEntries(body)
    : body;
}
