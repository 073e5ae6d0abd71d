import { useEffect, useState } from 'preact/hooks';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { changesOf } from './useLive.ts';

/** A sample takes at most one part in so many of the page's time. */
const SHARE = 10;

/**
 * What `read` returns, read again after changes of the store, once per frame, or less often if it
 * takes long. `read` gets the session and the value before, and is a function that stays the same
 * until something else is to be read. `pause`: the shortest time between two samples, ms.
 */
export function useSampled<T>(
  session: DevtoolsSession,
  read: (session: DevtoolsSession, before?: T) => T,
  pause = 0,
): T {
  const [sample, setSample] = useState(() => ({ read, value: read(session) }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame: number | undefined;
    let cost = 0;
    let value: T | undefined;
    const readAgain = (): void => {
      timer = frame = undefined;
      if (session.isEnded) return;
      const start = performance.now();
      value = read(session, value);
      cost = performance.now() - start;
      setSample({ read, value });
    };
    const changed = (): void => {
      if (timer !== undefined) return;
      timer = setTimeout(
        () => {
          frame = requestAnimationFrame(readAgain);
        },
        Math.max(pause, cost * (SHARE - 1)),
      );
    };
    const subscription = changesOf(session).subscribe(changed);
    const clock = setInterval(changed, 1_000);
    return () => {
      subscription.unsubscribe();
      clearInterval(clock);
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [session, read, pause]);
  return sample.read === read ? sample.value : read(session);
}
