import { type DependencyList, useCallback, useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOf, DataOf, EndpointInterface } from '../data/endpoint/EndpointInterface.ts';
import { asError } from '../shared/asError.ts';
import { useStore } from './StoreScope.ts';
import type { Subscribe } from './suspense/SharedObserver.ts';

/** The state of the latest call of a mutation, and the function that clears it. */
export interface MutationState<T> extends CallState<T> {
  /** Clears data and error. A call in flight goes on, but its outcome is not shown. */
  readonly reset: () => void;
}

/** An endpoint that changes something on the server. */
type MutationEndpoint = EndpointInterface & { readonly sideEffect: true };

/**
 * A function that sends a mutation, and the state of its latest call. The function resolves with
 * the denormalized response after all observers were notified, and rejects with the error; if you
 * ignore the promise, you need not catch it. It is the same function while the endpoint is the
 * same.
 *
 * @example
 * ```tsx
 * const [createTodo, { loading, error }] = useMutation(TodoResource.getList.push);
 * <button disabled={loading} onClick={() => createTodo({ title })}>Add</button>
 * ```
 */
export function useMutation<E extends MutationEndpoint>(
  endpoint: E,
): readonly [mutate: (...args: ArgsOf<E>) => Promise<DataOf<E>>, state: MutationState<DataOf<E>>] {
  const store = useStore();
  const [{ data, loading, error }, calls] = useAsyncState<DataOf<E>>();
  const mutate = useCallback(
    (...args: ArgsOf<E>) => calls.track(() => store.fetch(endpoint, ...args)),
    [store, endpoint, calls],
  );
  const state = useMemo(
    () => ({ data, loading, error, reset: calls.reset }),
    [data, loading, error, calls],
  );
  return [mutate, state];
}

/**
 * Wraps an async function and shows the state of its latest call: `[wrapped, loading, error]`.
 * `wrapped` never rejects: it resolves with the value of `fn`, or with `undefined` if `fn` fails –
 * then `error` is set until the next call. It is the same function while `deps` are the same
 * (default: `[fn]`).
 *
 * @example
 * ```tsx
 * const store = useStore();
 * const [save, saving, error] = useLoading((todo: Partial<Todo>) => store.fetch(updateTodo, { id }, todo), [id]);
 * ```
 */
export function useLoading<A extends readonly unknown[], R>(
  fn: (...args: A) => Promise<R> | R,
  deps: DependencyList = [fn],
): readonly [
  wrapped: (...args: A) => Promise<R | undefined>,
  loading: boolean,
  error: Error | undefined,
] {
  const [{ loading, error }, calls] = useAsyncState<R>();
  const wrapped = useCallback(
    (...args: A) => calls.track(async () => fn(...args)).catch(() => undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps, compiler/use-memo -- the caller lists what `fn` depends on
    deps,
  );
  return [wrapped, loading, error];
}

/** The state of the latest call. */
export interface CallState<T> {
  readonly data: T | undefined;
  readonly loading: boolean;
  readonly error: Error | undefined;
}

/** The state before the first call. */
const IDLE = { data: undefined, loading: false, error: undefined } as const;

/** The state of the latest of several calls, and the object that tracks them. */
function useAsyncState<T>(): readonly [CallState<T>, Calls<T>] {
  const calls = useMemo(() => new Calls<T>(), []);
  return [useSyncExternalStore(calls.subscribe, calls.getSnapshot, calls.getSnapshot), calls];
}

/**
 * The calls of one component. They keep their state while its effects are not connected: before it
 * is mounted, and while `<Activity>` hides it.
 */
class Calls<T> {
  #state: CallState<T> = IDLE;
  #last = 0;
  #changed: (() => void) | undefined;

  readonly subscribe: Subscribe = (changed) => {
    this.#changed = changed;
    return () => {
      this.#changed = undefined;
    };
  };

  readonly getSnapshot = (): CallState<T> => this.#state;

  #show(update: Partial<CallState<T>>): void {
    this.#state = { ...this.#state, ...update };
    this.#changed?.();
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
