/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { BAR_SIGNS, BAR_TEXTS, type BarState } from './waterfall.ts';

/** The outcome of a request, as sign and word. */
export function OutcomeBadge({ outcome }: { readonly outcome: BarState }): VNode {
  return (
    <span class={`outcome ${outcome}`}>
      <span aria-hidden="true">{BAR_SIGNS[outcome]}</span> {BAR_TEXTS[outcome]}
    </span>
  );
}
