import type { Kind } from './KindRows.ts';

/** A set of rows, by entity key and pk. */
export class EntityKeySet<K extends Kind = string> {
  readonly #rows = new Map<K, Set<string>>();

  add(kind: K, pk: string): void {
    let ofKind = this.#rows.get(kind);
    if (!ofKind) this.#rows.set(kind, (ofKind = new Set<string>()));
    ofKind.add(pk);
  }

  addAll(other: EntityKeySet<K>): void {
    other.forEach((kind, pk) => this.add(kind, pk));
  }

  has(kind: K, pk: string): boolean {
    return this.#rows.get(kind)?.has(pk) ?? false;
  }

  /** The entity keys of the rows. */
  get kinds(): ReadonlySet<K> {
    return new Set(this.#rows.keys());
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  forEach(visit: (kind: K, pk: string) => void): void {
    for (const [kind, pks] of this.#rows) for (const pk of pks) visit(kind, pk);
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
