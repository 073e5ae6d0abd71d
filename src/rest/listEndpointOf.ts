import type { ListChange, ListOwner, PageCursor } from '../schema/ListOwner.ts';
import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { listIn } from './listIn.ts';

/** The endpoint that changes the list in the schema of `owner`: its collection makes it. Throws `SB_SCHEMA_INVALID` without one. */
export function listEndpointOf(
  owner: ListOwner & { readonly schema?: unknown },
  change: ListChange,
  cursor?: PageCursor,
): object {
  const found = listIn(owner.schema);
  if (found) return found.list.endpoint(change, owner, found.put, cursor);
  throw new StreambedError(
    SB_SCHEMA_INVALID,
    `Endpoint "${owner.name}": ${change} needs a schema.Collection in the schema of the endpoint.`,
  );
}
