/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';

/** The head of a column. A click sorts: ascending, descending, not at all. */
export function SortHeader({
  isSorted,
  isDescending,
  onSort,
  children,
}: {
  readonly isSorted: boolean;
  readonly isDescending: boolean;
  /** `undefined`: not sorted. */
  readonly onSort: (isDescending: boolean | undefined) => void;
  readonly children: ComponentChildren;
}): VNode {
  const order = isDescending ? 'descending' : 'ascending';
  return (
    <span role="columnheader" aria-sort={isSorted ? order : 'none'}>
      <button
        type="button"
        onClick={() => onSort(isSorted ? (isDescending ? undefined : true) : false)}
      >
        {children}
        {isSorted && (isDescending ? ' ↓' : ' ↑')}
      </button>
    </span>
  );
}
