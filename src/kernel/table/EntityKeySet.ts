import type { Kind } from './KindRows.ts';

/** A set of rows, by entity key and pk. */
export class EntityKeySet<K extends Kind = string> {
  // Most sets of a store stay empty: each layer has several.
  #rows: Map<K, Set<string>> | undefined;

  add(kind: K, pk: string): void {
    const rows = (this.#rows ??= new Map());
    let ofKind = rows.get(kind);
    if (!ofKind) rows.set(kind, (ofKind = new Set<string>()));
    ofKind.add(pk);
  }

  addAll(other: EntityKeySet<K>): void {
    other.forEach((kind, pk) => this.add(kind, pk));
  }

  has(kind: K, pk: string): boolean {
    return this.#rows?.get(kind)?.has(pk) ?? false;
  }

  /** The entity keys of the rows. */
  get kinds(): ReadonlySet<K> {
    return new Set(this.#rows?.keys());
  }

  get isEmpty(): boolean {
    return !this.#rows;
  }

  forEach(visit: (kind: K, pk: string) => void): void {
    this.#rows?.forEach((pks, kind) => pks.forEach((pk) => visit(kind, pk)));
  }

  /** Whether a row is in both sets. */
  meets(other: EntityKeySet<K>): boolean {
    return !this.common(other).isEmpty;
  }

  /** The rows that are in both sets. */
  common(other: EntityKeySet<K>): EntityKeySet<K> {
    const common = new EntityKeySet<K>();
    this.forEach((kind, pk) => {
      if (other.has(kind, pk)) common.add(kind, pk);
    });
    return common;
  }
}
