import type { ReactElement } from 'react';

const widths = ['58%', '42%', '66%', '50%', '36%', '61%'];

/** A placeholder for data. */
export function Skeleton({ rows = 4 }: { rows?: number }): ReactElement {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="skeleton-row" aria-hidden="true">
          <i />
          <i style={{ width: widths[index % widths.length] }} />
        </span>
      ))}
    </div>
  );
}
