import { ofReact } from '../ofReact.ts';
import type { ReadDecision } from './readDecision.ts';

/** A thenable of data that is there. */
export interface Fulfilled extends PromiseLike<unknown> {
  readonly status: 'fulfilled';
  readonly value: unknown;
}

/** A thenable with the fields that React reads. */
export type Usable = SuspenseThenable | Fulfilled;

const STATUS = { show: 'fulfilled', throw: 'rejected', wait: 'pending' } as const;

/**
 * What hooks show, as a thenable with the fields that React reads: `status`, `value`, `reason`. The
 * one that renders wait for mirrors the present state, also after it has settled: when React
 * repeats a render, it reads the fields of the thenable that suspended it.
 */
export class SuspenseThenable implements PromiseLike<unknown> {
  status: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  value: unknown;
  reason: unknown;
  /** How many times renders have thrown this thenable since it is pending. */
  throws = 0;
  #callbacks: (() => void)[] | undefined;
  readonly #owner: { readonly lease: { left(): void } | undefined } | undefined;

  /** `owner`: what the renders that wait for it share. */
  constructor(owner?: { readonly lease: { left(): void } | undefined }) {
    this.#owner = owner;
  }

  /**
   * Called when a boundary has unmounted, and with it the renders that it kept suspended. In tests,
   * React warns if a render is repeated outside of `act`: there, the lease ends by its time limit.
   */
  left(): void {
    if (!environment.IS_REACT_ACT_ENVIRONMENT) this.#owner?.lease?.left();
  }

  /** Whether it is settled. */
  get resolved(): boolean {
    return this.status !== 'pending';
  }

  /** `content`: the data, the error, or `undefined` for `'wait'`. */
  become(decision: ReadDecision, content: unknown): this {
    this.status = STATUS[decision];
    this.value = decision === 'show' ? content : undefined;
    this.reason = decision === 'throw' ? content : undefined;
    if (decision !== 'wait') {
      this.throws = 0;
      this.notify();
    }
    return this;
  }

  /** Whether {@link become} would change nothing. */
  is(decision: ReadDecision, content: unknown): boolean {
    const present = decision === 'throw' ? this.reason : this.value;
    return this.status === STATUS[decision] && Object.is(present, content);
  }

  /**
   * Runs the callbacks of `then`, which read the present state. While pending this only repeats
   * renders.
   */
  notify(): void {
    const callbacks = this.#callbacks ?? [];
    this.#callbacks = undefined;
    for (const run of callbacks) run();
  }

  /** The handlers run once, in a microtask, with the state of that moment. */
  // oxlint-disable-next-line unicorn/no-thenable -- React suspends on thenables
  async then<A = unknown, B = never>(
    onFulfilled?: ((value: unknown) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    await (this.resolved ||
      new Promise<void>((settled) => {
        (this.#callbacks ??= []).push(settled);
      }));
    if (this.status !== 'rejected') {
      // The cast holds: without a handler the value passes through, as with any promise.
      return onFulfilled ? onFulfilled(this.value) : (this.value as A);
    }
    if (onRejected) return onRejected(this.reason);
    throw this.reason;
  }
}

/** `use` of React 19, which is no hook: any place in a render may call it. */
export const readUsable = /* @__PURE__ */ ofReact('use') as
  (<T>(usable: PromiseLike<T>) => T) | undefined;

/** Testing libraries set this flag of React while tests render in `act`. */
const environment = globalThis as { readonly IS_REACT_ACT_ENVIRONMENT?: boolean };

/**
 * How many times test renders may throw one pending thenable: enough for 100 rows that read the
 * same key.
 */
const MAX_THROWS = 100;

/**
 * A Suspense boundary that renders again when a thenable that suspended a component below it has
 * settled.
 */
export interface Boundary {
  /** Called in each render that suspends. */
  awaits(thenable: SuspenseThenable): void;
}

/**
 * Returns the value of a thenable, throws its reason, or suspends the render below `boundary` until
 * it is settled. Only this function knows how each version of React suspends:
 *
 * - Up to 18, a render throws the pending thenable.
 * - In React 19, every render that does not throw passes the thenable to `use`, because a repeated
 *   render gets the values of its calls of `use` in their order. If it threw a pending one, each retry
 *   that suspends would schedule another retry of its boundary, and its commit would run the
 *   retries of other boundaries: two boundaries could keep each other rendering without end.
 * - In tests, React 19 renders throw too. A synchronous `act` – `render` and `fireEvent` of Testing
 *   Library – drops a render that `use` suspended, but React still counts it as scheduled, so no
 *   later retry of the same priority runs. A thrown thenable leaves no such render behind. After
 *   {@link MAX_THROWS} throws `use` takes over, so renders end.
 */
export function suspend(thenable: Usable, boundary: Boundary | undefined): unknown {
  if (thenable.status === 'rejected') throw thenable.reason;
  if (thenable.status === 'fulfilled') return readUsable ? readUsable(thenable) : thenable.value;
  boundary?.awaits(thenable);
  if (readUsable && !throwsInTest(thenable)) return readUsable(thenable);
  throw thenable;
}

function throwsInTest(thenable: SuspenseThenable): boolean {
  return environment.IS_REACT_ACT_ENVIRONMENT === true && thenable.throws++ < MAX_THROWS;
}

/**
 * Where React notes for `act` that a render called `use`. A synchronous `act` then drops its work;
 * nothing public takes the note back. Only tests read it; without it they wait for an `act`.
 */
const actState = /* @__PURE__ */ ofReact(
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
) as { didUsePromise?: boolean } | undefined;

/** What {@link usableInTest} made of pending thenables. */
const throwing = new WeakMap<SuspenseThenable, SuspenseThenable>();

/**
 * What a component passes to `use` itself. In tests, a pending thenable is thrown there as {@link
 * suspend} does: React calls its `then` with one function for both outcomes, in the render.
 */
export function usableInTest(thenable: SuspenseThenable): SuspenseThenable {
  if (environment.IS_REACT_ACT_ENVIRONMENT !== true || thenable.resolved) return thenable;
  const known = throwing.get(thenable);
  if (known) return known;
  // The cast holds: everything else is that of the thenable, its fields included.
  const made = Object.create(thenable, {
    // oxlint-disable-next-line unicorn/no-thenable -- React suspends on thenables
    then: {
      value(...handlers: Parameters<PromiseLike<unknown>['then']>): PromiseLike<unknown> {
        const [fulfilled, rejected] = handlers as readonly unknown[];
        const isReact = fulfilled !== undefined && fulfilled === rejected;
        if (isReact && !thenable.resolved && throwsInTest(thenable)) {
          if (actState) actState.didUsePromise = false;
          throw thenable;
        }
        return thenable.then(...handlers);
      },
    },
  }) as SuspenseThenable;
  throwing.set(thenable, made);
  return made;
}
