import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import { useInfinite } from 'streambed/react';
import { usePlugin } from '../live/usePlugin.ts';
import { followJournal, getJournal, type JournalPost } from '../resources/journal.ts';

const ROW = 64;

/** The posts that are on the screen. The next page is fetched before the end of the list is. */
export function JournalList(): ReactElement {
  const { items, hasNext, fetchingNext, fetchNext, error } = useInfinite(getJournal);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the rows are read in each render
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => items[index].id,
    overscan: 8,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  const isNearEnd = last >= items.length - 20;

  useEffect(() => {
    if (isNearEnd && hasNext && !fetchingNext && !error) void fetchNext();
  }, [isNearEnd, hasNext, fetchingNext, error, fetchNext]);
  usePlugin(followJournal);
  useKeptPosition(items, (px) => {
    const element = scroller.current;
    // At its start, the list shows what is new.
    if (element && element.scrollTop > 0) element.scrollBy(0, px);
  });

  return (
    <>
      <div ref={scroller} className="journal" role="region" aria-label="All posts" tabIndex={0}>
        <ol style={{ height: rows.getTotalSize() }} aria-label="Posts">
          {shown.map(({ key, index, start }) => (
            <li
              key={key}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ height: ROW, transform: `translateY(${start}px)` }}
            >
              <span className="list-title">{items[index].title}</span>
              <span className="note">{items[index].place}</span>
            </li>
          ))}
        </ol>
      </div>
      <p className="journal-end" aria-live="polite">
        <span className="note">
          {items.length.toLocaleString('en')} posts{fetchingNext && ', loading …'}
          {!hasNext && ', all of them'}
        </span>
        {error && (
          <>
            <span role="alert">The page did not arrive.</span>
            <button type="button" className="button" onClick={() => void fetchNext()}>
              Try again
            </button>
          </>
        )}
      </p>
    </>
  );
}

/** Keeps the visible posts in their place when posts come before them. */
function useKeptPosition(items: readonly JournalPost[], scrollBy: (px: number) => void): void {
  const first = useRef<number>(undefined);
  useLayoutEffect(() => {
    const added = items.findIndex(({ id }) => id === first.current);
    if (added > 0) scrollBy(added * ROW);
    first.current = items[0]?.id;
  }, [items, scrollBy]);
}
