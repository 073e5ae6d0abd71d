/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';

/** A list, and the details of what is selected in it. A narrow panel shows one of the two. */
export function Split({
  label,
  details,
  onClose,
  children,
}: {
  /** What the details are of, such as `Key`. */
  readonly label: string;
  readonly details: ComponentChildren;
  /** Shows the list again. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <div class={details ? 'split has-details' : 'split'}>
      <div class="list">{children}</div>
      {details && (
        <div class="details" role="region" aria-label={label} tabIndex={0}>
          <button type="button" class="button to-list" onClick={onClose}>
            ← List
          </button>
          {details}
        </div>
      )}
    </div>
  );
}
