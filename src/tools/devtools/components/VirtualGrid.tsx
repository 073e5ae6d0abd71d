/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows beyond the visible ones, above and below, so that scrolling shows no gaps. */
const MARGIN = 8;
/** How many rows are shown before the height is known. */
const FIRST_ROWS = 40;
const HEAD_HEIGHT = 26;

/** Props of {@link VirtualGrid}. */
export interface VirtualGridProps {
  readonly label: string;
  readonly count: number;
  /** px; the same for all rows. */
  readonly rowHeight: number;
  /** The class that has the widths of the columns. */
  readonly columns: string;
  /** Elements with the role `columnheader`. */
  readonly head: ComponentChildren;
  /** The cells of a row: elements with the role `gridcell`. Called for visible rows only. */
  readonly renderRow: (index: number) => ComponentChildren;
  /** The index of the selected row; -1: none. It is scrolled into view when it changes. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  /** The index of a row that is scrolled into view when it changes; -1: none. Default -1. */
  readonly revealed?: number;
  /** Keeps the last row visible while rows are added. Default false. */
  readonly follows?: boolean;
  /** Called when the user scrolls away from the last row, and back to it. */
  readonly onFollow?: (follows: boolean) => void;
}

/**
 * A table that renders its visible rows only. Arrow keys, Page Up and Down, Home and End move; the
 * row that is moved to is selected.
 */
export function VirtualGrid(props: VirtualGridProps): VNode {
  const { label, count, rowHeight, columns, head, renderRow, selected, onSelect } = props;
  const { follows = false, onFollow, revealed = -1 } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ first: 0, length: FIRST_ROWS });

  const measure = useCallback((): void => {
    const { current } = scroller;
    if (!current) return;
    const first = Math.max(0, Math.floor(current.scrollTop / rowHeight) - MARGIN);
    const visible = Math.ceil(current.clientHeight / rowHeight);
    const length = visible === 0 ? FIRST_ROWS : visible + 2 * MARGIN;
    setRange((before) =>
      before.first === first && before.length === length ? before : { first, length },
    );
  }, [rowHeight]);

  useLayoutEffect(measure, [measure, count]);
  useEffect(() => {
    const { current } = scroller;
    if (!current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [measure]);
  useLayoutEffect(() => {
    if (selected >= 0) scrollTo(scroller.current, selected * rowHeight, rowHeight);
  }, [selected, rowHeight]);

  useLayoutEffect(() => {
    if (revealed >= 0) scrollTo(scroller.current, revealed * rowHeight, rowHeight);
  }, [revealed, rowHeight]);
  useLayoutEffect(() => {
    if (follows) scrollToEnd(scroller.current);
  }, [follows, count, rowHeight]);

  const onScroll = (): void => {
    measure();
    const { current } = scroller;
    if (!current || !onFollow) return;
    const below = current.scrollHeight - current.scrollTop - current.clientHeight;
    const isAtEnd = below < rowHeight / 2;
    if (isAtEnd !== follows) onFollow(isAtEnd);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || count === 0) return;
    const page = Math.max(1, range.length - 2 * MARGIN - 1);
    const next = movedTo(event.key, selected, count, page);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
  };

  const first = Math.min(range.first, Math.max(0, count - range.length));
  const indexes = Array.from(
    { length: Math.min(range.length, count - first) },
    (_, at) => first + at,
  );
  const isSelectedShown = selected >= first && selected < first + indexes.length;
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-activedescendant={isSelectedShown ? `${id}-${selected}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div
        class={`grid-head ${columns}`}
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: columns }}
      >
        {head}
      </div>
      <div class="grid-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {indexes.map((index) => (
          <div
            // Elements are used again for other rows: scrolling changes text, not elements.
            key={index % range.length}
            id={`${id}-${index}`}
            class={`grid-row ${columns}${index === selected ? ' active' : ''}`}
            role="row"
            aria-rowindex={index + 2}
            aria-selected={index === selected}
            style={{
              height: `${rowHeight}px`,
              transform: `translateY(${index * rowHeight}px)`,
            }}
            onClick={() => onSelect(index)}
          >
            {renderRow(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

function movedTo(key: string, from: number, count: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from < 0 ? count - 1 : from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to));
}

/** Scrolls as little as necessary. */
function scrollTo(scroller: HTMLElement | null, top: number, height: number): void {
  if (!scroller) return;
  const visible = scroller.clientHeight - HEAD_HEIGHT;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + height > scroller.scrollTop + visible) scroller.scrollTop = top + height - visible;
}

function scrollToEnd(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollTop = scroller.scrollHeight;
}
