import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntityPks } from './entityRows.ts';
import { type SearchResult, SlicedSearch } from './SlicedSearch.ts';

/** ms between the end of a search and the next one, for rows that have changed since. */
const PAUSE = 500;

/** What is found, and whether the search goes on. */
export interface EntitySearch {
  readonly pks: readonly string[];
  readonly isSearching: boolean;
}

/** The pks that contain a text. Rows that change are searched again, while the results stay. */
export function useEntitySearch(rows: EntityPks, input: string): EntitySearch {
  const text = input.trim().toLowerCase();
  const subject = `${rows.entityKey}\0${text}`;
  const [found, setFound] = useState<SearchResult & { readonly subject: string }>();
  /** The rows of the search that began last; a search in flight is not begun again. */
  const latestRef = useRef<EntityPks>(rows);
  useEffect(() => {
    latestRef.current = rows;
  }, [rows]);

  useEffect(() => {
    if (text === '') return undefined;
    let search: SlicedSearch | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (isFirst: boolean): void => {
      const searched = latestRef.current;
      search = new SlicedSearch(searched, text);
      search.start((result) => {
        const isOver = result.searched === searched.pks.length;
        if (isFirst || isOver) setFound({ ...result, subject });
        if (isOver) timer = setTimeout(again, PAUSE, searched);
      });
    };
    const again = (searched: EntityPks): void => {
      if (latestRef.current === searched) timer = setTimeout(again, PAUSE, searched);
      else begin(false);
    };
    begin(true);
    return () => {
      search?.stop();
      clearTimeout(timer);
    };
  }, [subject, text]);

  if (text === '') return { pks: rows.pks, isSearching: false };
  if (found?.subject !== subject) return { pks: [], isSearching: true };
  return { pks: found.pks, isSearching: found.searched < rows.pks.length };
}
