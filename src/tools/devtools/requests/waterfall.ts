import type { RequestRecord } from '../../inspect/Recording.ts';
import type { TimeWindow } from './timeWindow.ts';

/** How a part of a bar looks, by pattern and by text. */
export type BarState = RequestRecord['outcome'] | 'retried' | 'held';

/** One part of the bar of a request: a try, or the time for which a live source is open. */
export interface Bar {
  readonly from: number;
  /** The time of the last render, for what goes on. */
  readonly to: number;
  readonly state: BarState;
  /** Whether it goes on. */
  readonly isRunning: boolean;
  /** Counts the tries, from 1. */
  readonly attempt: number;
}

/** The words for the states, in the legend and on the bars. */
export const BAR_TEXTS: Readonly<Record<BarState, string>> = {
  pending: 'pending',
  open: 'live',
  stored: 'stored',
  discarded: 'discarded',
  failed: 'failed',
  aborted: 'aborted',
  retried: 'failed, tried again',
  held: 'held',
};

/** Each state has a sign, too: colors and patterns are not all that tells them apart. */
export const BAR_SIGNS: Readonly<Record<BarState, string>> = {
  pending: '…',
  open: '●',
  stored: '✓',
  discarded: '⊘',
  failed: '✕',
  aborted: '■',
  retried: '↻',
  held: '‖',
};

/** The parts of the bar of a request, in the order of time. */
export function barsOf(request: RequestRecord, now: number): Bar[] {
  const { attempts, outcome, settledAt } = request;
  const last = attempts.length - 1;
  const bars = attempts.map((from, i): Bar => {
    const attempt = i + 1;
    // The pause before the next try is part of the bar: when a try failed is not recorded.
    if (i < last) return { from, to: attempts[i + 1], state: 'retried', isRunning: false, attempt };
    if (settledAt === undefined) {
      return { from, to: Math.max(now, from), state: 'pending', isRunning: true, attempt };
    }
    const state = outcome === 'open' ? 'stored' : outcome;
    return { from, to: settledAt, state, isRunning: false, attempt };
  });
  const { heldAt } = request;
  if (heldAt !== undefined) {
    const end = bars[last];
    bars[last] = { ...end, to: heldAt, state: settledAt === undefined ? 'held' : end.state };
    const isRunning = settledAt === undefined;
    bars.push({ ...end, from: heldAt, to: Math.max(heldAt, end.to), state: 'held', isRunning });
  }
  if (outcome === 'open' && settledAt !== undefined) {
    const to = Math.max(now, settledAt);
    bars.push({ from: settledAt, to, state: 'open', isRunning: true, attempt: last + 1 });
  }
  return bars;
}

/** What to say of a request: its outcome, or that it is held. */
export function stateOf({ heldAt, outcome, settledAt }: RequestRecord): BarState {
  return heldAt !== undefined && settledAt === undefined ? 'held' : outcome;
}

/** From the first try to the arrival of the response or failure, ms; up to `now` while it is pending. */
export function durationOf({ attempts, heldAt, settledAt }: RequestRecord, now: number): number {
  return Math.max(0, (heldAt ?? settledAt ?? now) - attempts[0]);
}

/** The time from the first request to the last response, with a margin; it grows while one runs. */
export function wholeWindow(requests: readonly RequestRecord[], now: number): TimeWindow {
  if (requests.length === 0) return { from: now - 1_000, to: now };
  let [from, to] = [Infinity, -Infinity];
  for (const request of requests) {
    from = Math.min(from, request.attempts[0]);
    const goesOn = request.settledAt === undefined || request.outcome === 'open';
    to = Math.max(
      to,
      goesOn ? now : request.settledAt,
      request.attempts[request.attempts.length - 1],
    );
  }
  const margin = Math.max(5, (to - from) * 0.02);
  return { from: from - margin, to: to + margin };
}

/** Whether a part of the request's time is in the window. */
export function isInWindow(request: RequestRecord, { from, to }: TimeWindow, now: number): boolean {
  const goesOn = request.settledAt === undefined || request.outcome === 'open';
  const end = goesOn ? Math.max(now, request.attempts[0]) : request.settledAt;
  return request.attempts[0] <= to && end >= from;
}

/** Whether the parts of requests move with the time. */
export function isAnyRunning(requests: readonly RequestRecord[]): boolean {
  return requests.some(({ outcome, settledAt }) => settledAt === undefined || outcome === 'open');
}
