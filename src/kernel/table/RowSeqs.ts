import type { EntityKeySet } from './EntityKeySet.ts';

/** By row, the highest seq that was noted for it. */
export class RowSeqs {
  readonly #kinds = new Map<string, Map<string, number>>();

  note(rows: EntityKeySet, seq: number): void {
    rows.forEach((kind, pk) => this.add(kind, pk, seq));
  }

  add(kind: string, pk: string, seq: number): void {
    const ofKind = this.#kinds.get(kind) ?? new Map<string, number>();
    this.#kinds.set(kind, ofKind.set(pk, Math.max(ofKind.get(pk) ?? 0, seq)));
  }

  forEach(visit: (kind: string, pk: string, seq: number) => void): void {
    this.#kinds.forEach((seqs, kind) => seqs.forEach((seq, pk) => visit(kind, pk, seq)));
  }

  /** 0 if none was noted. */
  of(kind: string, pk: string): number {
    return this.#kinds.get(kind)?.get(pk) ?? 0;
  }

  clear(): void {
    this.#kinds.clear();
  }
}
