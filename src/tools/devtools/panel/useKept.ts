import { useState } from 'preact/hooks';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/** Like `useState`, but the value stays while another tab is shown. `name` is unique in the panel. */
export function useKept<T>(
  session: DevtoolsSession,
  name: string,
  initial: T,
): [value: T, set: (value: T) => void] {
  const { kept } = session;
  // The cast holds: one component uses the name.
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as T) : initial));
  const set = (next: T): void => {
    kept.set(name, next);
    setValue(() => next);
  };
  return [value, set];
}
