import type { Observable } from 'rxjs';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import { streamReaderOf } from './StreamReader.ts';

/** An observable that always has a value: those of the store, a BehaviorSubject. */
type ValueObservable<T> = Observable<T> & { getValue(): T };

/**
 * The latest value of any observable, and `initial` (default `undefined`) before the first; state observables and BehaviorSubjects always have one.
 * Never suspends; an error of the stream goes to the nearest error boundary. Subscribes when the component is shown. Shares its subscription
 * like {@link useStream}.
 */
export function useObservable<T>(stream: ValueObservable<T>): T;
export function useObservable<T, I>(stream: Observable<T>, initial: I): T | I;
export function useObservable<T>(stream: Observable<T>): T | undefined;
export function useObservable(stream: Observable<unknown>, initial?: unknown): unknown {
  const { subscribe, getSnapshot, getFirstSnapshot } = streamReaderOf(stream);
  const { decision, content } = useSyncExternalStore(subscribe, getSnapshot, getFirstSnapshot);
  switch (decision) {
    case 'show':
      return content;
    case 'throw':
      throw content;
    case 'wait':
      return initial;
  }
}
