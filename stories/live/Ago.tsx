import type { ReactElement } from 'react';
import { useNow } from '../expiry/useNow.ts';

/** How long ago something was, e.g. `0.4 s ago`. `at` is ms since epoch. */
export function Ago({ at }: { at: number }): ReactElement {
  const seconds = Math.max(0, useNow(100) - at) / 1_000;
  const text = seconds < 10 ? seconds.toFixed(1) : Math.round(seconds);
  return <span className="ago">{`${text} s ago`}</span>;
}
