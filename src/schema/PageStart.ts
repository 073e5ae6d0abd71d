import { identityOf } from './CollectionMerge.ts';
import type { CollectionRecord, CollectionRefs } from './CollectionRow.ts';
import type { NormalizeDelegate } from './Schema.ts';

/** Where a page begins: behind the page with this endpoint key, else where the list ended when the page was requested. */
export type PageStart = { readonly page: string } | { readonly end: unknown };

/** What one response does to lists that are read in pages. */
export interface PageNotes {
  /** The endpoint key. */
  readonly key: string;
  /** `undefined`: a page is added wherever its list ends. */
  readonly start: PageStart | undefined;
  /** Where the response stands in its list. `lost`: nowhere, the list does not end where the page begins, or has newer members. */
  place?: 'last' | 'within' | 'lost';
  /** Endpoint keys of pages that are not in their list any more. */
  dropped?: readonly string[];
}

/** Where a list with these members ends, for {@link CollectionRecord.end}. */
export function endOf(members: CollectionRefs): unknown {
  const last: unknown = Array.isArray(members) ? members.at(-1) : Object.keys(members).at(-1);
  return identityOf(last) ?? null;
}

/** Notes what became of the `pages` of a list when the list itself was fetched: an older response does not replace them. */
export function notePages(
  pages: readonly string[],
  list: object | undefined,
  { pages: notes, owner }: NormalizeDelegate,
): void {
  if (!notes) return;
  const isKept = (list as CollectionRecord | undefined)?.pages !== undefined;
  if (!isKept) notes.dropped = [...(notes.dropped ?? []), ...pages];
  // What stands beside the list is that of its last page.
  else if (!owner) notes.place = 'lost';
}

/** Whether a list ends where a page begins. */
export function isAtEnd({ end, pages }: CollectionRecord, start: PageStart): boolean {
  return 'page' in start ? pages?.at(-1) === start.page : end === start.end;
}
