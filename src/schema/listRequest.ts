import type { Collection } from './Collection.ts';
import { isEntity } from './isEntity.ts';
import { optimisticMembers, type Shown } from './optimisticMembers.ts';

/** What an endpoint with a collection in its schema has beside. */
export type ListChange = 'push' | 'unshift' | 'assign' | 'remove' | 'move' | 'getPage';

/** The endpoint of a list, as far as the requests that change the list need it. */
export interface ListOwner {
  readonly path: string;
  readonly movePath?: string | undefined;
  readonly optimistic?: boolean | undefined;
  readonly paginationField?: string | undefined;
}

/** The argument that says which page, or what makes the arguments of the list out of those of the page. */
export type PageCursor = string | ((...args: never[]) => readonly unknown[]);

/** What the endpoint of a change has in place of the options of `owner`. Collections bring it, so that endpoints without one do not carry it along. */
export function listRequest(
  list: Collection,
  change: ListChange,
  owner: ListOwner,
  cursor: PageCursor | undefined = owner.paginationField,
) {
  if (change === 'getPage')
    return { schema: cursor === undefined ? list.getPage : list.paginated(cursor) };
  return {
    schema: list[change],
    method: change === 'remove' || change === 'move' ? 'PATCH' : 'POST',
    // The list itself may be declared as one that takes no body.
    body: {},
    ...(change === 'move' && { path: owner.movePath ?? owner.path }),
    ...(owner.optimistic && { getOptimisticResponse: optimisticAnswer(list, change) }),
  };
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
