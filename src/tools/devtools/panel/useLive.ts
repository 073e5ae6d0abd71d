import { useEffect, useState } from 'preact/hooks';
import { EMPTY, merge, type Observable } from 'rxjs';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/**
 * Re-renders the component after the store or the recording has changed, at most once per animation
 * frame, and once per second: times that are shown go on. Returns how often it did.
 */
export function useLive(session: DevtoolsSession): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let frame: number | undefined;
    const changed = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        setCount((before) => before + 1);
      });
    };
    const subscription = changesOf(session).subscribe(changed);
    const clock = setInterval(changed, 1_000);
    return () => {
      subscription.unsubscribe();
      clearInterval(clock);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [session]);
  return count;
}

/** All that can change what a tab shows. Nothing does after the end of the session. */
export function changesOf(session: DevtoolsSession): Observable<unknown> {
  const { inspector, recording, store } = session;
  return session.isEnded ? EMPTY : merge(recording.changed$, store.commits$, inspector.shown$);
}
