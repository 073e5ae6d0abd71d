import {
  append,
  type CollectionRefs,
  leaveOut,
  type MergeRefs,
  unshift,
} from '../../data/schema/collection/CollectionMerge.ts';
import type { ListSchema } from '../../data/schema/collection/ListSchema.ts';
import { CollectionPage } from '../../data/schema/collection/CollectionPage.ts';
import { changeRow, type CollectionRecord } from '../../data/schema/collection/CollectionRow.ts';
import { applyPageChanges } from '../../data/schema/collection/listChanges.ts';
import { endOf, startOf } from '../../data/schema/collection/pages.ts';
import type { NormalizeDelegate } from '../../data/schema/Schema.ts';
import type { Args } from '../../shared/copyArgs.ts';

/** The end of a list at which a page is added. */
export type Side = 'next' | 'previous';

/** What a page does to its list. */
export interface PageChange {
  /** The members that leave, at the other end. */
  readonly gone: readonly unknown[];
}

/**
 * Called when a page arrives, with the stored members of the list and of the page. Returns
 * `undefined` if the page no longer continues the list.
 */
export type Arrives = (
  list: readonly unknown[],
  page: readonly unknown[],
) => PageChange | undefined;

/**
 * The schema of a request for a page at one end of a list. Of a page that no longer continues the
 * list, only the entities are stored.
 */
export class PageSchema extends CollectionPage {
  readonly #lists: ListSchema;
  readonly #argsNow: () => Args;
  readonly #side: Side;
  readonly #arrives: Arrives;

  constructor(list: ListSchema, argsNow: () => Args, side: Side, arrives: Arrives) {
    super(list, argsNow);
    this.#lists = list;
    this.#argsNow = argsNow;
    this.#side = side;
    this.#arrives = arrives;
  }

  override normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): string {
    const list = this.#lists;
    const { pk } = list.identity(this.#argsNow(), key, delegate.owner);
    const members = list.inner.normalize(input, parent, key, delegate) as readonly unknown[];
    // The cast holds: rows of a collection have its records.
    const known = delegate.getEntity(list.key, pk) as CollectionRecord | undefined;
    const change = known && this.#arrives(known.members as readonly unknown[], members);
    const { pages: notes } = delegate;
    const isNext = this.#side === 'next';
    // Members beside the list are those of its last page.
    if (notes) notes.where = change ? (isNext ? 'last' : 'within') : 'lost';
    if (!change) return pk;
    const { row } = list;
    // The casts hold: pages are of lists, not of maps.
    const merge = (isNext ? append : unshift) as MergeRefs;
    changeRow(row, pk, delegate, (before: CollectionRecord) => {
      const next = without(merge(before.members, members), change.gone) as readonly unknown[];
      // At the end of the list where the page is, and at the other one where members have left.
      const [ahead, behind] = [members.length > 0 && members, change.gone.length > 0 && next];
      const [first, last] = isNext ? [behind, ahead] : [ahead, behind];
      return {
        ...before,
        ...(first && startOf(row, before, first, delegate)),
        ...(last && endOf(row, before, last, delegate)),
        members: next,
      };
    });
    applyPageChanges(delegate, list.key, pk, members);
    return pk;
  }
}

function without(members: CollectionRefs, gone: readonly unknown[]): CollectionRefs {
  return gone.length > 0 ? leaveOut(members, gone) : members;
}
