/** Rows by kind and primary key, and which of them were removed. */
export class RowSet {
  readonly #rows = new Map<string, Map<string, boolean>>();

  add(kind: string, pk: string, isRemoved = false): void {
    let ofKind = this.#rows.get(kind);
    if (!ofKind) this.#rows.set(kind, (ofKind = new Map<string, boolean>()));
    ofKind.set(pk, isRemoved || ofKind.get(pk) === true);
  }

  addAll(other: RowSet): void {
    other.forEach((kind, pk, isRemoved) => this.add(kind, pk, isRemoved));
  }

  has(kind: string, pk: string): boolean {
    return this.#rows.get(kind)?.has(pk) ?? false;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  forEach(visit: (kind: string, pk: string, isRemoved: boolean) => void): void {
    for (const [kind, pks] of this.#rows) {
      for (const [pk, isRemoved] of pks) visit(kind, pk, isRemoved);
    }
  }

  /** The rows that both have; removed is what either has removed. */
  common(other: RowSet): RowSet {
    const common = new RowSet();
    const both = (a: RowSet, b: RowSet): void =>
      a.forEach((kind, pk, isRemoved) => {
        if (b.has(kind, pk)) common.add(kind, pk, isRemoved);
      });
    both(this, other);
    both(other, this);
    return common;
  }
}
