import type { Collection } from './Collection.ts';
import { isEntity } from './isEntity.ts';
import type { ListChange, ListOwner, PageCursor, PutInPlace } from './ListOwner.ts';
import { optimisticMembers, type Shown } from './optimisticMembers.ts';

const made = new WeakMap<ListOwner, Partial<Record<ListChange, object>>>();

/**
 * The endpoint that changes a list, made of that of the list, in whose schema the list stands in the place of `put`. The same one each time,
 * except with a `cursor` of its own. Collections bring it, so that endpoints without one do not carry it along.
 */
export function listEndpoint(
  list: Collection,
  change: ListChange,
  owner: ListOwner,
  put: PutInPlace,
  cursor?: PageCursor,
): object {
  if (cursor !== undefined) return pageEndpoint(list, owner, put, cursor);
  let known = made.get(owner);
  if (!known) made.set(owner, (known = {}));
  return (known[change] ??=
    change === 'getPage'
      ? pageEndpoint(list, owner, put, owner.paginationField)
      : changeEndpoint(list, change, owner));
}

/** It is answered with all that stands around the list; the others with the members alone. */
function pageEndpoint(
  list: Collection,
  owner: ListOwner,
  put: PutInPlace,
  cursor: PageCursor | undefined,
): object {
  const page = cursor === undefined ? list.getPage : list.paginated(cursor);
  return owner.extend({ name: `${owner.name}.getPage`, schema: put(page) });
}

function changeEndpoint(
  list: Collection,
  change: Exclude<ListChange, 'getPage'>,
  owner: ListOwner,
): object {
  return owner.extend({
    name: `${owner.name}.${change}`,
    schema: list[change],
    method: change === 'remove' || change === 'move' ? 'PATCH' : 'POST',
    // The list itself may be declared as one that takes no body.
    body: {},
    ...(change === 'move' && { path: owner.movePath ?? owner.path }),
    ...(owner.optimistic && { getOptimisticResponse: optimisticAnswer(list, change) }),
  });
}

function optimisticAnswer(list: Collection, change: ListChange) {
  const entity = Array.isArray(list.schema) ? (list.schema[0] as unknown) : undefined;
  if (change === 'move') {
    return isEntity(entity)
      ? optimisticMembers(entity).partialUpdate.getOptimisticResponse
      : (shown: Shown): never => {
          throw shown.abort;
        };
  }
  return (shown: Shown, ...args: readonly unknown[]): unknown => {
    const body = args.length > 1 ? args[1] : args[0];
    if (typeof body !== 'object' || body === null) throw shown.abort;
    return typeof FormData === 'function' && body instanceof FormData
      ? Object.fromEntries(body)
      : body;
  };
}
