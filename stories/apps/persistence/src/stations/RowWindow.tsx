import { type ReactNode, useState } from 'react';

/** px; `styles.css` has the same. */
const ROW_HEIGHT = 52;
/** Rows that a screen shows, and some above and below. */
const SHOWN = 40;

/** A list of any length: only the rows near the window are in the page. */
export function RowWindow<T extends { readonly id: number }>(props: {
  label: string;
  rows: readonly T[];
  children: (row: T) => ReactNode;
}) {
  const { label, rows, children } = props;
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.min(top - 10, rows.length - SHOWN));
  const shown = rows.slice(first, first + SHOWN);
  return (
    <div
      className="window"
      tabIndex={0}
      onScroll={(event) => setTop(Math.floor(event.currentTarget.scrollTop / ROW_HEIGHT))}
    >
      <ul
        aria-label={label}
        style={{
          paddingTop: first * ROW_HEIGHT,
          paddingBottom: (rows.length - first - shown.length) * ROW_HEIGHT,
        }}
      >
        {shown.map((row, at) => (
          <li key={row.id} aria-posinset={first + at + 1} aria-setsize={rows.length}>
            {children(row)}
          </li>
        ))}
      </ul>
    </div>
  );
}
