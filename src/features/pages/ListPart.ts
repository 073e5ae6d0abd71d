import type { ReadEndpoint } from '../../data/endpoint/EndpointInterface.ts';
import { denormalize } from '../../data/normalize/denormalize.ts';
import { normalize } from '../../data/normalize/normalize.ts';
import { identityOf } from '../../data/schema/collection/CollectionMerge.ts';
import type { ListSchema } from '../../data/schema/collection/ListSchema.ts';
import type { CollectionRecord } from '../../data/schema/collection/CollectionRow.ts';
import { listIn } from '../../data/schema/collection/listEndpoint.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

type Members = Readonly<Record<string, unknown>>;

/** A response, read without the store. */
export interface ReadResponse {
  /** The response as its schema describes it. */
  readonly data: unknown;
  /** The identities of the items. */
  readonly ids: readonly unknown[];
}

/** The collection in the schema of an endpoint, and how to reach its items in data and responses. */
export class ListPart {
  readonly list: ListSchema;
  readonly #schema: unknown;
  readonly #path: readonly string[];
  readonly #put: (part: unknown) => unknown;

  /** Throws `SB_PAGES_UNDECLARED` if the schema has no list. */
  constructor(endpoint: ReadEndpoint) {
    const found = listIn(endpoint.schema);
    if (!found) {
      throw new StreambedError(
        'SB_PAGES_UNDECLARED',
        `${labelOf(endpoint)} has no schema.Collection in its schema.`,
      );
    }
    // The cast holds: what `listIn` finds is a collection.
    this.list = found.list as unknown as ListSchema;
    this.#schema = endpoint.schema;
    this.#path = found.path;
    this.#put = found.put;
  }

  /** The schema of the endpoint with `part` in place of the collection. */
  schemaWith(part: unknown): unknown {
    return this.#put(part);
  }

  /** The items in data or in a response. */
  itemsIn(value: unknown): readonly unknown[] {
    let at = value;
    // A Query may return the list alone.
    for (const name of Array.isArray(value) ? [] : this.#path)
      at = (at as Members | undefined)?.[name];
    return Array.isArray(at) ? at : [];
  }

  /** The same data or response with other items. */
  withItems(value: unknown, items: readonly unknown[]): unknown {
    const put = (at: unknown, [name, ...rest]: readonly string[]): unknown =>
      name === undefined || Array.isArray(at) || typeof at !== 'object'
        ? items
        : { ...at, [name]: put((at as Members | null)?.[name], rest) };
    return put(value, this.#path);
  }

  /** Reads a response as the store would, if it had no other data. */
  read(response: unknown, args: Args): ReadResponse {
    const { result, entities } = normalize(this.#schema, response, args);
    return { data: denormalize(this.#schema, result, entities, args), ids: this.#idsIn(entities) };
  }

  #idsIn(entities: ReadonlyMap<string, ReadonlyMap<string, object>>): readonly unknown[] {
    const [record] = entities.get(this.list.key)?.values() ?? [];
    // The cast holds: rows of a collection have its records.
    const members = (record as CollectionRecord | undefined)?.members ?? [];
    return Object.values(members).map(identityOf);
  }
}
