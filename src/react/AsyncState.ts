/** The state of the latest call. */
export interface CallState<T> {
  readonly data: T | undefined;
  readonly loading: boolean;
  readonly error: Error | undefined;
}

/** The state before the first call. */
export const IDLE = { data: undefined, loading: false, error: undefined } as const;

/**
 * Tracks the calls of one component. Only the latest call is shown, and only while the component is
 * mounted.
 */
export class AsyncState<T> {
  readonly #show: (update: Partial<CallState<T>>) => void;
  #last = 0;
  #isMounted = false;

  constructor(show: (update: Partial<CallState<T>>) => void) {
    this.#show = show;
  }

  /** Called when the component mounts. Returns the function to call when it unmounts. */
  mount(): () => void {
    this.#isMounted = true;
    return () => {
      this.#isMounted = false;
    };
  }

  /** Called when a call begins. Returns the function to call with its outcome. */
  begin(): (outcome: Pick<CallState<T>, 'data' | 'error'>) => void {
    const call = ++this.#last;
    this.#showIfMounted({ loading: true, error: undefined });
    return (outcome) => {
      if (call === this.#last) this.#showIfMounted({ ...outcome, loading: false });
    };
  }

  /** Forgets the latest call and shows the initial state. */
  readonly reset = (): void => {
    this.#last++;
    this.#showIfMounted(IDLE);
  };

  #showIfMounted(update: Partial<CallState<T>>): void {
    if (this.#isMounted) this.#show(update);
  }
}
