import { useCallback, useEffect, useState } from 'react';
import { BehaviorSubject, of, scan, switchMap, type Observable } from 'rxjs';
import type { EndpointState } from 'streambed';
import type { Moment } from './Moment.ts';

const KEPT = 200;

/** Every emission of a stream, oldest first, and a function that subscribes and unsubscribes. */
export function useMoments<T>(
  state$: Observable<EndpointState<T>>,
): readonly [readonly Moment<T>[], (listening: boolean) => void] {
  const [listening$] = useState(() => new BehaviorSubject(true));
  const [moments, setMoments] = useState<readonly Moment<T>[]>([]);

  useEffect(() => {
    const moments$ = listening$.pipe(
      switchMap((listening) => (listening ? state$ : of(undefined))),
      scan(
        (all: readonly Moment<T>[], state) => [
          ...all.slice(1 - KEPT),
          { id: (all.at(-1)?.id ?? 0) + 1, at: Date.now(), state },
        ],
        [],
      ),
    );
    const subscription = moments$.subscribe(setMoments);
    return () => subscription.unsubscribe();
  }, [state$, listening$]);

  const setListening = useCallback(
    (listening: boolean) => listening$.next(listening),
    [listening$],
  );
  return [moments, setListening];
}
