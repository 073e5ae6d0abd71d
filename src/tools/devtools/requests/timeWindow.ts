/** A span of time, ms since epoch. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** The narrowest window, ms. */
const NARROWEST = 10;

/** A tick of a time axis. */
export interface Tick {
  readonly at: number;
  /** Its distance from the start of the axis, in ms, for the label. */
  readonly offset: number;
}

/** Where a time is in a window: 0 at its start, 1 at its end. Outside of the window it is beyond. */
export function positionOf(at: number, { from, to }: TimeWindow): number {
  return (at - from) / (to - from);
}

/**
 * Ticks of an axis at round times, at most `count`. Offsets are measured from `origin`, ms since
 * epoch, which may be outside of the window.
 */
export function ticksOf({ from, to }: TimeWindow, origin: number, count: number): Tick[] {
  const step = roundStep((to - from) / Math.max(1, count));
  const ticks: Tick[] = [];
  // Adding 0 turns -0 into 0.
  const first = Math.ceil((from - origin) / step) + 0;
  for (let i = first; origin + i * step <= to; i++) {
    // Adding up steps would add up their errors.
    ticks.push({ at: origin + i * step, offset: i * step });
  }
  return ticks;
}

/** Steps above a minute follow the clock. */
const LONG_STEPS = [60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1_000,
);

/** The smallest round step that is at least as long: 1, 2 or 5 times a power of ten, or minutes. */
function roundStep(atLeast: number): number {
  if (atLeast > 30_000) {
    return (
      LONG_STEPS.find((step) => step >= atLeast) ?? Math.ceil(atLeast / 86_400_000) * 86_400_000
    );
  }
  const power = 10 ** Math.floor(Math.log10(Math.max(atLeast, 0.001)));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= atLeast * (1 - 1e-9));
  return (step ?? 10) * power;
}

/** A window whose length is `factor` times as long around the time `at`, inside of `whole`. */
export function zoomed(
  window: TimeWindow,
  factor: number,
  whole: TimeWindow,
  at = (window.from + window.to) / 2,
): TimeWindow {
  const length = Math.max(NARROWEST, (window.to - window.from) * factor);
  if (length >= whole.to - whole.from) return whole;
  const share = positionOf(at, window);
  return inside({ from: at - share * length, to: at + (1 - share) * length }, whole);
}

/** The window moved by a share of its length: 1 is the next one, -1 the one before. */
export function moved(window: TimeWindow, share: number, whole: TimeWindow): TimeWindow {
  const by = (window.to - window.from) * share;
  return inside({ from: window.from + by, to: window.to + by }, whole);
}

/** The window between two times in any order, at least 10 ms long. */
export function between(a: number, b: number, whole: TimeWindow): TimeWindow {
  const middle = (a + b) / 2;
  const half = Math.max(NARROWEST, Math.abs(a - b)) / 2;
  return inside({ from: middle - half, to: middle + half }, whole);
}

/** A window of the same length inside of another one; the whole one if it is shorter. */
function inside({ from, to }: TimeWindow, whole: TimeWindow): TimeWindow {
  const length = to - from;
  if (length >= whole.to - whole.from) return whole;
  const start = Math.min(Math.max(from, whole.from), whole.to - length);
  return { from: start, to: start + length };
}

/** The last `length` ms of a window; all of it if it is shorter. */
export function spanned(length: number, whole: TimeWindow): TimeWindow {
  const from = whole.to - length;
  return from <= whole.from ? whole : { from, to: whole.to };
}
