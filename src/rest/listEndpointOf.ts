import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { PageList } from '../endpoint/PageList.ts';
import type { ListChange } from '../schema/ListChange.ts';
import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { listIn } from './listIn.ts';
import type { PageCursor } from './PageCursor.ts';
import type { RestOptions } from './RestOptions.ts';

/** The endpoint of a list, as far as the endpoints that change the list need it. */
interface ListOwner {
  readonly name: string;
  readonly path: string;
  readonly schema?: unknown;
  readonly movePath?: string | undefined;
  readonly optimistic?: boolean | undefined;
  readonly paginationField?: string | undefined;
  key(...args: never[]): string;
  extend(options: Partial<RestOptions> & Pick<EndpointInterface, 'pageOf'>): object;
}

const made = new WeakMap<ListOwner, Partial<Record<ListChange | 'getPage', object>>>();

/**
 * The endpoint that changes the list in the schema of `owner`, or that adds a page to it: the same one each time, except with a `cursor` of its own.
 * Throws `SB_SCHEMA_INVALID` without a list.
 */
export function listEndpointOf(
  owner: ListOwner,
  change: ListChange | 'getPage',
  cursor?: PageCursor,
): object {
  if (cursor !== undefined) return newEndpoint(owner, change, cursor);
  let known = made.get(owner);
  if (!known) made.set(owner, (known = {}));
  return (known[change] ??= newEndpoint(owner, change, owner.paginationField));
}

function newEndpoint(
  owner: ListOwner,
  change: ListChange | 'getPage',
  cursor: PageCursor | undefined,
): object {
  const name = `${owner.name}.${change}`;
  const found = listIn(owner.schema);
  if (!found) {
    throw new StreambedError(
      SB_SCHEMA_INVALID,
      `Endpoint "${owner.name}": ${change} needs a schema.Collection in the schema of the endpoint.`,
    );
  }
  const { list, put } = found;
  if (change === 'getPage') {
    // It is answered with all that stands around the list, the other endpoints with the members alone.
    const page = cursor === undefined ? list.getPage : list.paginated(cursor);
    const pageOf = (args: readonly unknown[]): PageList | undefined => {
      const of = page.listOf(args);
      // The cast holds: they are the arguments of the list.
      return of && { ...of, key: owner.key(...(of.args as never[])), schema: owner.schema };
    };
    return owner.extend({ name, schema: put(page), pageOf });
  }
  return owner.extend({
    name,
    schema: list[change],
    method: change === 'remove' || change === 'move' ? 'PATCH' : 'POST',
    // The list itself may be declared as one that takes no body.
    body: {},
    ...(change === 'move' && { path: owner.movePath ?? owner.path }),
    ...(owner.optimistic && { getOptimisticResponse: list.optimisticAnswer(change) }),
  });
}
