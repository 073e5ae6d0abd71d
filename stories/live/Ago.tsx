import type { ReactElement } from 'react';
import { useNow } from '../expiry/useNow.ts';

/** The time since `at` (ms since epoch), e.g. `0.4 s ago`. */
export function Ago({ at }: { at: number }): ReactElement {
  const seconds = Math.max(0, useNow(100) - at) / 1_000;
  const text = seconds < 10 ? seconds.toFixed(1) : Math.round(seconds);
  return <span className="ago">{`${text} s ago`}</span>;
}
