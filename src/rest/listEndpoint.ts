import type { ListChange, ListOwner, PageCursor } from '../schema/listRequest.ts';
import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { listIn } from './listIn.ts';
import type { RestOptions } from './RestOptions.ts';

const MADE = Symbol('list endpoints');

/** The endpoint of a list. */
interface Extendable extends ListOwner {
  readonly name: string;
  readonly schema?: unknown;
  readonly [MADE]?: Map<string, object>;
  extend(options: Partial<RestOptions>): object;
}

/** The endpoint that changes the list of `owner`; the same one each time. It goes away together with `owner`. */
export function listEndpoint(owner: Extendable, change: ListChange): object {
  // An extension must not find those of its base.
  if (!Object.hasOwn(owner, MADE)) {
    Object.defineProperty(owner, MADE, { value: new Map(), configurable: true });
  }
  const made = owner[MADE]!;
  let endpoint = made.get(change);
  if (!endpoint) made.set(change, (endpoint = newListEndpoint(owner, change)));
  return endpoint;
}

/** Another endpoint each time; see `paginated` of the collection for `cursor`. */
export function newListEndpoint(
  owner: Extendable,
  change: ListChange,
  cursor?: PageCursor,
): object {
  const found = listIn(owner.schema);
  if (!found) {
    throw new StreambedError(
      SB_SCHEMA_INVALID,
      `Endpoint "${owner.name}": ${change} needs a schema.Collection in the schema of the endpoint.`,
    );
  }
  const { schema, ...request } = found.list.request(change, owner, cursor);
  return owner.extend({
    name: `${owner.name}.${change}`,
    ...request,
    // A page is answered with all that stands around the list, the other changes with the members alone.
    schema: change === 'getPage' ? found.withInPlace(schema) : schema,
  });
}
