/** How the latest call stands. */
export interface Settling<T> {
  readonly data: T | undefined;
  readonly loading: boolean;
  readonly error: Error | undefined;
}

/** No call was made. */
export const IDLE = { data: undefined, loading: false, error: undefined } as const;

/** What becomes of the calls of one component: only the latest is shown, and only while the component is. */
export class SettlingCalls<T> {
  readonly #show: (update: Partial<Settling<T>>) => void;
  #last = 0;
  #isShown = false;

  constructor(show: (update: Partial<Settling<T>>) => void) {
    this.#show = show;
  }

  /** The component is shown; gives what tells that it is gone. */
  mount(): () => void {
    this.#isShown = true;
    return () => {
      this.#isShown = false;
    };
  }

  /** A call begins; gives what tells of its end. */
  begin(): (outcome: Pick<Settling<T>, 'data' | 'error'>) => void {
    const call = ++this.#last;
    this.#showIfMounted({ loading: true, error: undefined });
    return (outcome) => {
      if (call === this.#last) this.#showIfMounted({ ...outcome, loading: false });
    };
  }

  /** Forgets the latest call. */
  readonly reset = (): void => {
    this.#last++;
    this.#showIfMounted(IDLE);
  };

  #showIfMounted(update: Partial<Settling<T>>): void {
    if (this.#isShown) this.#show(update);
  }
}
