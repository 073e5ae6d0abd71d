import { mergeMap, type Observable, of } from 'rxjs';
import type { SendPart } from './GatheredRead.ts';
import type { ListPart } from './ListPart.ts';
import type { LoadedList, Page } from './LoadedList.ts';
import type { Side } from './PageSchema.ts';

/** The responses to several pages, as one. */
export interface CombinedResponse {
  readonly response: unknown;
  /** `undefined` if it is the response to the list's own page. */
  readonly pages: readonly Page[] | undefined;
}

/** The response to one page. */
interface FetchedPage {
  readonly response: unknown;
  /** The response as its schema describes it. */
  readonly data: unknown;
  /** The items of the response, and those of the data, that no page before has brought. */
  readonly items: readonly unknown[];
  readonly values: readonly unknown[];
}

/**
 * Fetches the loaded pages of a list again, from its own page to both ends, each with the
 * parameters that follow from the page beside it. Pages that are added meanwhile are fetched as
 * well. `send` fetches the page with the given arguments.
 */
export function fetchPages(
  loaded: LoadedList,
  part: ListPart,
  send: SendPart,
): Observable<CombinedResponse> {
  const start = loaded.start.params;
  const again = loaded.emptied();
  const seen = new Set<unknown>();
  const fetched: FetchedPage[] = [];

  const fetchPage = (side: Side, params: Page['params']): Observable<CombinedResponse> =>
    send(loaded.argsOf(params)).pipe(
      mergeMap((response) => {
        const isOnly = params === undefined && loaded.pages.length === 1;
        if (isOnly) return of({ response, pages: undefined });
        const { data, ids } = part.read(response, loaded.argsOf(undefined));
        const isNew = ids.map((id) => !seen.has(id) && seen.add(id) !== undefined);
        const items = pick(part.itemsIn(response), isNew);
        const values = pick(part.itemsIn(data), isNew);
        fetched[side === 'next' ? 'push' : 'unshift']({ response, data, items, values });
        again.add(side, { params, ids, beside: part.withItems(data, []) });
        return fetchMore();
      }),
    );

  const fetchMore = (): Observable<CombinedResponse> => {
    // Pages were added or dropped so that the list begins elsewhere.
    if (loaded.start.params !== start) return fetchPages(loaded, part, send);
    const last = fetched.at(-1)!;
    const values = fetched.flatMap((each) => each.values);
    for (const side of ['previous', 'next'] as const) {
      const isMissing = loaded.countFrom(start, side) > again.countFrom(start, side);
      const found = isMissing && again.paramsOf(side, part.withItems(last.data, values));
      if (found) return fetchPage(side, found.params);
    }
    const items = fetched.flatMap((each) => each.items);
    return of({ response: part.withItems(last.response, items), pages: again.pages });
  };

  return fetchPage('next', start);
}

/** The items that are not on an earlier page. */
function pick(items: readonly unknown[], isNew: readonly boolean[]): readonly unknown[] {
  const known = items.filter((item) => item !== null && item !== undefined);
  // Items that the schema left out cannot be told from the others.
  return known.length === isNew.length ? known.filter((_, at) => isNew[at]) : known;
}
