import type { Observable } from 'rxjs';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import { streamResourceOf } from './suspense/StreamResource.ts';

/** An observable that always has a value: the state observables of a store, a BehaviorSubject. */
type ValueObservable<T> = Observable<T> & { getValue(): T };

/**
 * The latest value of any observable, and `initial` (default `undefined`) before the first. State
 * observables and BehaviorSubjects always have a value. Never suspends. An error of the stream goes
 * to the nearest error boundary. Subscribes when the component mounts. Shares its subscription like
 * {@link useStream}.
 */
export function useObservable<T>(stream: ValueObservable<T>): T;
export function useObservable<T, I>(stream: Observable<T>, initial: I): T | I;
export function useObservable<T>(stream: Observable<T>): T | undefined;
export function useObservable(stream: Observable<unknown>, initial?: unknown): unknown {
  const { subscribe, getSnapshot, getFirstSnapshot } = streamResourceOf(stream);
  const shown = useSyncExternalStore(subscribe, getSnapshot, getFirstSnapshot);
  if (shown.status === 'rejected') throw shown.reason;
  return shown.resolved ? shown.value : initial;
}
