import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { CollectionInner } from '../../data/schema/collection/CollectionRow.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { hasDeclaredName } from '../../data/endpoint/hasDeclaredName.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { forEachEntity } from '../../data/schema/forEachEntity.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import type { PersistSettings } from './PersistOptions.ts';

/**
 * Which results and entities may be stored: those of endpoints with a declared name, and in their
 * schemas those of classes with a declared key.
 */
export class StorableReads {
  readonly #include: PersistSettings['include'];
  readonly #kinds = new Map<string, boolean>();
  readonly #seen = new WeakSet();

  constructor({ include }: PersistSettings) {
    this.#include = include;
  }

  /** Whether the results of an endpoint may be stored. If so, its entities may be, too. */
  mayStore(endpoint: EndpointInterface): boolean {
    if (endpoint.persist === false || !this.#include(endpoint)) return false;
    const mayStore = hasDeclaredName(endpoint);
    if (mayStore) this.#add(endpoint.schema);
    else if (DEVELOPMENT) {
      warnOnce('SB_PERSIST_UNNAMED', `Results of ${labelOf(endpoint)} are not stored.`);
    }
    return mayStore;
  }

  /** Whether the rows of an entity key may be stored; `undefined`: no read has shown the class. */
  hasKind(kind: string): boolean | undefined {
    return this.#kinds.get(kind);
  }

  /** Adds the classes that a schema contains. */
  #add(schema: unknown): void {
    forEachEntity(schema, this.#seen, (entity) => {
      const { key } = entity;
      // A list has the record of a member. The cast holds: only the classes of lists have `inner`.
      const { inner } = entity as { readonly inner?: CollectionInner };
      const isRefused = [entity, ...(inner?.entities() ?? [])].some(isRefusedClass);
      const mayStore = !isRefused && hasDeclaredName(entity);
      if (DEVELOPMENT && !isRefused && !mayStore) {
        warnOnce('SB_PERSIST_UNNAMED', `Entities of "${key}" are not stored.`);
      }
      // One class that refuses speaks for all with the key.
      this.#kinds.set(key, mayStore && this.#kinds.get(key) !== false);
    });
  }
}

function isRefusedClass(entity: EntityClass): boolean {
  return (entity as { readonly persist?: unknown }).persist === false;
}
