import type { Observable, Subscription } from 'rxjs';
import type { SourceListener, ReadableSource } from './ReadableSource.ts';

/**
 * A source whose value changes when a subject emits, and that ends with the subject. Without `next`
 * the value never changes.
 */
export function subjectSource<T>(
  subject: Observable<unknown>,
  read: () => T,
  next?: (listener: SourceListener) => void,
): ReadableSource<T> {
  const subscriptions = new Map<SourceListener, Subscription>();
  return {
    read,
    listen(listener) {
      const observer = { next: () => next?.(listener), complete: () => listener.ended() };
      subscriptions.set(listener, subject.subscribe(observer));
    },
    unlisten(listener) {
      subscriptions.get(listener)?.unsubscribe();
      subscriptions.delete(listener);
    },
  };
}
