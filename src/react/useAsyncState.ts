import { useEffect, useMemo, useReducer } from 'react';
import { asError } from '../shared/asError.ts';

/** The state of the latest call. */
export interface CallState<T> {
  readonly data: T | undefined;
  readonly loading: boolean;
  readonly error: Error | undefined;
}

/** The state before the first call. */
const IDLE = { data: undefined, loading: false, error: undefined } as const;

type Show<T> = (update: Partial<CallState<T>>) => void;

/** The state of the latest of several calls, and the object that tracks them. */
export function useAsyncState<T>(): readonly [CallState<T>, Calls<T>] {
  const [state, show] = useReducer(next<T>, IDLE);
  const calls = useMemo(() => new Calls<T>(show), []);
  useEffect(() => calls.mount(), [calls]);
  return [state, calls];
}

function next<T>(state: CallState<T>, update: Partial<CallState<T>>): CallState<T> {
  return { ...state, ...update };
}

/** The calls of one component. Nothing is shown while it is not mounted. */
class Calls<T> {
  readonly #show: Show<T>;
  #last = 0;
  #isMounted = false;

  constructor(show: Show<T>) {
    this.#show = (update) => {
      if (this.#isMounted) show(update);
    };
  }

  mount(): () => void {
    this.#isMounted = true;
    return () => {
      this.#isMounted = false;
    };
  }

  /** Shows the state of a call, until the next one. */
  track(run: () => Promise<T>): Promise<T> {
    const call = ++this.#last;
    const end = (data: T | undefined, error: Error | undefined): void => {
      if (call === this.#last) this.#show({ data, loading: false, error });
    };
    this.#show({ loading: true, error: undefined });
    const promise = run();
    promise.then(
      (data) => end(data, undefined),
      (reason: unknown) => end(undefined, asError(reason)),
    );
    return promise;
  }

  /** Forgets the latest call and shows the initial state. */
  readonly reset = (): void => {
    this.#last++;
    this.#show(IDLE);
  };
}
