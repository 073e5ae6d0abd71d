import type { OptimisticSnapshot } from '../endpoint/OptimisticSnapshot.ts';
import { isEntity } from '../schema/isEntity.ts';
import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { listIn, type ListSchema, withListAs } from './listIn.ts';
import { optimisticMembers } from './optimisticMembers.ts';
import type { RestOptions } from './RestOptions.ts';

/** The endpoint of a list, as far as its helpers need it. */
interface ListOwner {
  readonly name: string;
  readonly path: string;
  readonly schema?: unknown;
  readonly movePath?: string | undefined;
  readonly optimistic?: boolean | undefined;
  readonly paginationField?: string | undefined;
  extend(options: Partial<RestOptions>): object;
}

/** What an endpoint with a collection has beside. */
export type ListChange = 'push' | 'unshift' | 'assign' | 'remove' | 'move' | 'getPage';

const MADE = Symbol('list endpoints');

/** The endpoint that changes the list of `owner`; the same one each time. It goes away together with `owner`. */
export function listEndpoint(
  owner: ListOwner & { readonly [MADE]?: Map<string, object> },
  change: ListChange,
): object {
  // An extension must not find those of its base.
  if (!Object.hasOwn(owner, MADE)) {
    Object.defineProperty(owner, MADE, { value: new Map(), configurable: true });
  }
  const made = owner[MADE]!;
  let endpoint = made.get(change);
  if (!endpoint) made.set(change, (endpoint = makeEndpoint(owner, change)));
  return endpoint;
}

/** The endpoint that adds a page; see `paginated` of the collection for `cursor`. */
export function pageEndpoint(
  owner: ListOwner,
  cursor: string | ((...args: never[]) => readonly unknown[]) | undefined,
): object {
  const list = listOf(owner, 'getPage');
  const page = cursor === undefined ? list.getPage : list.paginated(cursor);
  return owner.extend({
    name: `${owner.name}.getPage`,
    schema: withListAs(owner.schema, page),
  });
}

function makeEndpoint(owner: ListOwner, change: ListChange): object {
  if (change === 'getPage') return pageEndpoint(owner, owner.paginationField);
  const list = listOf(owner, change);
  const options = {
    name: `${owner.name}.${change}`,
    schema: list[change],
    ...(owner.optimistic && { getOptimisticResponse: optimisticAnswer(list, change) }),
  };
  switch (change) {
    case 'remove':
      return owner.extend({ ...options, method: 'PATCH', ...taking });
    case 'move':
      return owner.extend({
        ...options,
        method: 'PATCH',
        path: owner.movePath ?? owner.path,
        ...taking,
      });
    default:
      return owner.extend({ ...options, method: 'POST', ...taking });
  }
}

/** The list itself may be declared as one that takes no body. */
const taking = { body: {} };

function listOf({ name, schema }: ListOwner, change: ListChange): ListSchema {
  const list = listIn(schema);
  if (list) return list;
  throw new StreambedError(
    SB_SCHEMA_INVALID,
    `Endpoint "${name}": ${change} needs a schema.Collection in the schema of the endpoint.`,
  );
}

function optimisticAnswer(list: ListSchema, change: ListChange) {
  const entity = Array.isArray(list.schema) ? (list.schema[0] as unknown) : undefined;
  if (change === 'move') {
    if (!isEntity(entity)) return abort;
    const { partialUpdate } = optimisticMembers(entity);
    return partialUpdate.getOptimisticResponse.bind(partialUpdate);
  }
  return (snapshot: OptimisticSnapshot, ...args: readonly unknown[]): unknown => {
    const body = args.length > 1 ? args[1] : args[0];
    if (typeof body !== 'object' || body === null) throw snapshot.abort;
    return typeof FormData === 'function' && body instanceof FormData
      ? Object.fromEntries(body)
      : body;
  };
}

function abort(snapshot: OptimisticSnapshot): never {
  throw snapshot.abort;
}
