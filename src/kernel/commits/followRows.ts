import { beginFollowing } from '../../data/schema/followers.ts';
import type { EntityMeta, RecordFollower } from '../../data/schema/Schema.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { EntityWriter } from './EntityWriter.ts';

/** Has what follows records, such as lists, follow rows that no response has brought. */
export class RowChangesFollower {
  readonly #walk: EntityWriter;
  readonly #followers = new Map<string, RecordFollower | undefined>();
  /** Whether no row with followers was changed. */
  isIdle = true;

  constructor(draft: EntityTableDraft, meta: EntityMeta) {
    this.#walk = new EntityWriter(draft, { meta: { ...meta, epoch: draft.epoch } });
    this.#walk.run(undefined, undefined, { args: [], subject: 'rows' });
  }

  /** Whether the entity key has followers. */
  follows(key: string): boolean {
    if (!this.#followers.has(key)) this.#followers.set(key, beginFollowing(key, this.#walk));
    return this.#followers.get(key) !== undefined;
  }

  /** A row of a key with followers was written; `before`: its record before that. */
  changed(key: string, pk: string, before: object | undefined): void {
    const { draft } = this.#walk;
    const after = draft.get(key, pk);
    if (!before || before === after) return;
    this.isIdle = false;
    this.#followers.get(key)?.changed(pk, before, after);
  }

  end(): void {
    for (const follower of this.#followers.values()) follower?.end();
  }
}
