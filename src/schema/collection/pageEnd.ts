import { type CollectionRefs, identityOf } from './CollectionMerge.ts';
import type { CollectionRecord } from './CollectionRow.ts';
import type { PageStart } from '../PageNotes.ts';
import type { NormalizeDelegate } from '../Schema.ts';

/** Where a list with these members ends, for {@link CollectionRecord.end}. */
export function endOf(members: CollectionRefs): unknown {
  const last: unknown = Array.isArray(members) ? members.at(-1) : Object.keys(members).at(-1);
  return identityOf(last) ?? null;
}

/**
 * Notes what happened to the `pages` of a list when the list itself was fetched. An older response
 * does not replace them.
 */
export function notePages(
  pages: readonly string[],
  list: object | undefined,
  { pages: notes, owner }: NormalizeDelegate,
): void {
  if (!notes) return;
  const isKept = (list as CollectionRecord | undefined)?.pages !== undefined;
  if (!isKept) notes.dropped = [...(notes.dropped ?? []), ...pages];
  // The members beside the list come from its last page.
  else if (!owner) notes.place = 'lost';
}

/** Whether a list ends where a page begins. */
export function isAtEnd({ end, pages }: CollectionRecord, start: PageStart): boolean {
  return 'page' in start ? pages?.at(-1) === start.page : end === start.end;
}
