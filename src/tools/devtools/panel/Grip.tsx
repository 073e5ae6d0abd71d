/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PanelLayout } from './usePreferences.ts';

const SMALLEST = 120;
/** px per key press. */
const STEP = 24;

/** The size of the page without its scroll bars. */
function pageSize(position: PanelLayout['position']): number {
  const { clientHeight, clientWidth } = document.documentElement;
  return position === 'right' ? clientWidth || innerWidth : clientHeight || innerHeight;
}

/** The largest size: some of the page stays visible. */
function largest(position: PanelLayout['position']): number {
  return Math.max(SMALLEST, pageSize(position) - 40);
}

/** A size that fits the page. */
export function fitting(position: PanelLayout['position'], size: number): number {
  return Math.round(Math.min(largest(position), Math.max(SMALLEST, size)));
}

/** The edge of the panel, which changes its size: with a pointer, or with the arrow keys. */
export function Grip({ layout }: { readonly layout: PanelLayout }): VNode {
  const { position, size, setSize } = layout;
  const [isMoving, setMoving] = useState(false);
  const isRight = position === 'right';
  const change = (next: number): void => setSize(fitting(position, next));

  const onKeyDown = (event: KeyboardEvent): void => {
    const sizes: Readonly<Record<string, number>> = {
      [isRight ? 'ArrowLeft' : 'ArrowUp']: size + STEP,
      [isRight ? 'ArrowRight' : 'ArrowDown']: size - STEP,
      Home: SMALLEST,
      End: largest(position),
    };
    const next = sizes[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };

  return (
    <div
      class={isMoving ? 'grip moving' : 'grip'}
      role="separator"
      tabIndex={0}
      aria-label="Size of the panel"
      aria-orientation={isRight ? 'vertical' : 'horizontal'}
      aria-valuenow={fitting(position, size)}
      aria-valuemin={SMALLEST}
      aria-valuemax={largest(position)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setMoving(true);
      }}
      onPointerMove={({ clientX, clientY }) => {
        if (!isMoving) return;
        change(pageSize(position) - (isRight ? clientX : clientY));
      }}
      onPointerUp={() => setMoving(false)}
      onPointerCancel={() => setMoving(false)}
    />
  );
}
