import { mergeMap, type Observable, of } from 'rxjs';
import type { SendPart } from './GatheredRead.ts';
import type { ListPart } from './ListPart.ts';
import type { LoadedList, Page } from './LoadedList.ts';

/** The responses to several pages, as one. */
export interface CombinedResponse {
  readonly response: unknown;
  /** `undefined` if it is the response to the list's own page. */
  readonly pages: readonly Page[] | undefined;
}

/**
 * Fetches the loaded pages of a list again, in their order, each with the parameters that follow
 * from the page before. Pages that are added meanwhile are fetched as well. `send` fetches the page
 * with the given arguments.
 */
export function fetchPages(
  loaded: LoadedList,
  part: ListPart,
  send: SendPart,
): Observable<CombinedResponse> {
  const [first] = loaded.pages;
  const seen = new Set<unknown>();
  const items: unknown[] = [];
  const values: unknown[] = [];
  const pages: Page[] = [];

  const fetchFrom = (params: Page['params']): Observable<CombinedResponse> =>
    send(loaded.argsOf(params)).pipe(
      mergeMap((response) => {
        const isOnly = first.params === undefined && loaded.pages.length === 1;
        if (isOnly) return of({ response, pages: undefined });
        const { data, ids } = part.read(response, loaded.argsOf(undefined));
        const isNew = ids.map((id) => !seen.has(id) && seen.add(id) !== undefined);
        items.push(...pick(part.itemsIn(response), isNew));
        values.push(...pick(part.itemsIn(data), isNew));
        pages.push({ params, ids, beside: part.withItems(data, []) });
        const isWhole = pages.length >= loaded.pages.length;
        const next = isWhole ? undefined : loaded.nextOf(pages, part.withItems(data, values));
        if (next) return fetchFrom(next);
        return of({ response: part.withItems(response, items), pages });
      }),
    );

  return fetchFrom(first.params).pipe(
    // A page was added before the first one.
    mergeMap((combined) =>
      loaded.pages[0].params === first.params ? of(combined) : fetchPages(loaded, part, send),
    ),
  );
}

/** The items that are not on an earlier page. */
function pick(items: readonly unknown[], isNew: readonly boolean[]): readonly unknown[] {
  const known = items.filter((item) => item !== null && item !== undefined);
  // Items that the schema left out cannot be told from the others.
  return known.length === isNew.length ? known.filter((_, at) => isNew[at]) : known;
}
