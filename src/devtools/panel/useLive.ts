import { useEffect, useState } from 'preact/hooks';
import { merge, type Observable } from 'rxjs';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/**
 * Re-renders the component after the store or the recording has changed, at most once per animation
 * frame. Returns the number of changes that it has noticed: it differs if the last render is old.
 */
export function useLive(session: DevtoolsSession): number {
  return useFrames(session, changesOf);
}

/** All that can change what a tab shows. */
function changesOf({ inspector, recording, store }: DevtoolsSession): Observable<unknown> {
  return merge(recording.changed$, store.commits$, inspector.shown$);
}

/** `from` is a function that stays the same. */
function useFrames(
  session: DevtoolsSession,
  from: (session: DevtoolsSession) => Observable<unknown>,
): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let frame: number | undefined;
    const subscription = from(session).subscribe(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        setCount((before) => before + 1);
      });
    });
    return () => {
      subscription.unsubscribe();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [session, from]);
  return count;
}
