import type { ListChange, ListMaker, ListOwner, PageCursor } from '../schema/listEndpoint.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * Returns the endpoint that changes the list in the schema of `owner`, or that adds a page to it.
 * The `schema.Collection` makes it, so bundles without a collection do not contain this code.
 * Throws `SB_SCHEMA_INVALID` without a list.
 */
export function listEndpointOf(
  owner: ListOwner,
  change: ListChange | 'getPage',
  cursor?: PageCursor,
): object {
  const endpoint = makerIn(owner.schema)?.listEndpoint(owner, change, cursor);
  if (endpoint) return endpoint;
  throw new StreambedError(
    'SB_SCHEMA_INVALID',
    `Endpoint "${owner.name}": ${change} needs a schema.Collection in the schema of the endpoint.`,
  );
}

/** Finds any collection in a schema; the collection itself finds the one that is meant. */
function makerIn(schema: unknown, seen = new Set<unknown>()): ListMaker | undefined {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return undefined;
  // The cast holds: only collections have this member. An import would add Collection to every
  // bundle.
  if ('listEndpoint' in schema) return schema as ListMaker;
  seen.add(schema);
  for (const part of Object.values(schema)) {
    const found = makerIn(part, seen);
    if (found) return found;
  }
  return undefined;
}
