/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { RequestRecord } from '../../inspect/Recording.ts';
import { between, positionOf, type TimeWindow } from './timeWindow.ts';
import { durationOf } from './waterfall.ts';

/** Lines of the overview; requests share them in turn. */
const LINES = 8;

/**
 * All requests as thin lines over the whole time. Drag over a part to show it alone; a double click
 * shows all. The buttons of the toolbar do the same with the keyboard.
 */
export function Overview({
  requests,
  whole,
  window,
  now,
  onWindow,
}: {
  readonly requests: readonly RequestRecord[];
  readonly whole: TimeWindow;
  readonly window: TimeWindow;
  /** ms since epoch */
  readonly now: number;
  /** Called with the chosen window; `undefined`: the whole. */
  readonly onWindow: (window: TimeWindow | undefined) => void;
}): VNode {
  const strip = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<readonly [number, number]>();
  const timeAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = strip.current?.getBoundingClientRect() ?? {};
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    return whole.from + share * (whole.to - whole.from);
  };
  const shown = dragged ? { from: Math.min(...dragged), to: Math.max(...dragged) } : window;
  const [start, end] = [positionOf(shown.from, whole), positionOf(shown.to, whole)];
  return (
    <div
      ref={strip}
      class="overview"
      title="Drag to show a part of the time; double-click to show all"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        strip.current?.setPointerCapture?.(event.pointerId);
        const at = timeAt(event);
        setDragged([at, at]);
      }}
      onPointerMove={(event) => {
        if (dragged) setDragged([dragged[0], timeAt(event)]);
      }}
      onPointerUp={() => {
        if (!dragged) return;
        setDragged(undefined);
        const share = Math.abs(dragged[1] - dragged[0]) / (whole.to - whole.from);
        // A click chooses no window.
        if (share > 0.005) onWindow(between(dragged[0], dragged[1], whole));
      }}
      onPointerCancel={() => setDragged(undefined)}
      onDblClick={() => onWindow(undefined)}
    >
      <svg preserveAspectRatio="none" viewBox={`0 0 1000 ${LINES}`} aria-hidden="true">
        {requests.map((request, i) => {
          const x = positionOf(request.attempts[0], whole) * 1_000;
          const width = (durationOf(request, now) / (whole.to - whole.from)) * 1_000;
          return (
            <rect
              key={request.id}
              class={request.outcome}
              x={x}
              y={(i % LINES) + 0.15}
              width={Math.max(2, width)}
              height={0.7}
            />
          );
        })}
      </svg>
      <span class="outside" style={{ left: 0, width: `${start * 100}%` }} />
      <span class="outside" style={{ left: `${end * 100}%`, right: 0 }} />
    </div>
  );
}
