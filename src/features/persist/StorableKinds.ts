import { isNamed } from '../../data/endpoint/isNamed.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { warnOnce } from '../../shared/warnOnce.ts';

/**
 * The entity keys whose rows may be stored: those of classes with a declared key, which the schemas
 * of stored endpoints contain.
 */
export class StorableKinds {
  readonly #kinds = new Map<string, boolean>();
  readonly #seen = new WeakSet();

  /** Whether the rows of an entity key may be stored. */
  has(kind: string): boolean {
    return this.#kinds.get(kind) === true;
  }

  /** Adds the classes that a schema contains. */
  add(schema: unknown): void {
    if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return;
    if (this.#seen.has(schema)) return;
    this.#seen.add(schema);
    if (isEntity(schema)) {
      const { key } = schema;
      const isRefused = (schema as { readonly persist?: unknown }).persist === false;
      const mayStore = !isRefused && isNamed(schema);
      if (DEVELOPMENT && !isRefused && !mayStore) {
        warnOnce('SB_PERSIST_UNNAMED', `Entities of "${key}" are not stored.`);
      }
      // One class that refuses speaks for all with the key.
      this.#kinds.set(key, mayStore && this.#kinds.get(key) !== false);
      this.add(schema.schema);
    } else if (typeof schema === 'object') {
      // Schemas hold the ones that they are made of in members.
      for (const member of Object.values(schema)) this.add(member);
    }
  }
}
