/** A set of rows, by entity key and pk. */
export class EntityKeySet {
  readonly #rows = new Map<string, Set<string>>();

  add(kind: string, pk: string): void {
    let ofKind = this.#rows.get(kind);
    if (!ofKind) this.#rows.set(kind, (ofKind = new Set<string>()));
    ofKind.add(pk);
  }

  addAll(other: EntityKeySet): void {
    other.forEach((kind, pk) => this.add(kind, pk));
  }

  has(kind: string, pk: string): boolean {
    return this.#rows.get(kind)?.has(pk) ?? false;
  }

  /** The entity keys of the rows. */
  get kinds(): ReadonlySet<string> {
    return new Set(this.#rows.keys());
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  forEach(visit: (kind: string, pk: string) => void): void {
    for (const [kind, pks] of this.#rows) for (const pk of pks) visit(kind, pk);
  }

  /** The rows that are in both sets. */
  common(other: EntityKeySet): EntityKeySet {
    const common = new EntityKeySet();
    this.forEach((kind, pk) => {
      if (other.has(kind, pk)) common.add(kind, pk);
    });
    return common;
  }
}
