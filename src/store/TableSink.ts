import type { EntitySink } from '../normalize/EntitySink.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { Stamp } from '../table/Stamp.ts';

/**
 * Writes the entities of one answer. A row is replaced only by a later place in the order; an earlier one fills in what is missing, and
 * never brings back what was removed after it was asked for.
 */
export class TableSink implements EntitySink {
  readonly #draft: EntityTableDraft;
  readonly #stamp: Stamp;
  readonly #declare: (kind: string) => void;

  constructor(draft: EntityTableDraft, stamp: Stamp, declare: (kind: string) => void) {
    this.#draft = draft;
    this.#stamp = stamp;
    this.#declare = declare;
  }

  merge(schema: EntityClass, pk: string, record: object): void {
    const stamp = this.#stamp;
    const known = this.#draft.stamp(schema.key, pk);
    const existing = known && this.#draft.get(schema.key, pk);
    if (existing === undefined) {
      if (known && known.seq > stamp.seq) return;
      const original = known && this.#draft.original(schema.key, pk);
      this.#write(schema, pk, shareStructure(original, record), stamp);
    } else if (known === stamp) {
      this.#rewrite(schema, pk, existing, schema.merge(existing, record), stamp);
    } else {
      const merged = schema.mergeWithStore(known!, stamp, existing, record);
      const meta = schema.mergeMetaWithStore(known!, stamp, existing, record);
      this.#rewrite(schema, pk, existing, merged, meta);
    }
  }

  /** What equals the stored record is that record, and so is what is back to the one before the commit. */
  #rewrite(schema: EntityClass, pk: string, existing: object, merged: object, stamp: Stamp): void {
    let record = shareStructure(existing, merged);
    if (record !== existing) {
      const original = this.#draft.original(schema.key, pk);
      if (original !== existing) record = shareStructure(original, record);
    }
    this.#write(schema, pk, record, stamp);
  }

  #write(schema: EntityClass, pk: string, record: object, stamp: Stamp): void {
    if (DEVELOPMENT) deepFreeze(record);
    this.#draft.write(schema.key, pk, record, stamp);
  }

  remove(schema: EntityClass, pk: string): void {
    const known = this.#draft.stamp(schema.key, pk);
    if (known && known.seq > this.#stamp.seq) return;
    this.#draft.remove(schema.key, pk, this.#stamp);
  }

  declareKind(schema: EntityClass): void {
    this.#declare(schema.key);
  }
}
