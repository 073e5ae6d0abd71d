import { Observable, type Subject } from 'rxjs';

/** The values of a subject, with counts of all subscriptions and of the open ones. */
export function counted<T>(subject: Subject<T>) {
  const counts = { all: 0, open: 0 };
  const stream = new Observable<T>((subscriber) => {
    counts.all++;
    counts.open++;
    const subscription = subject.subscribe(subscriber);
    return () => {
      counts.open--;
      subscription.unsubscribe();
    };
  });
  return { stream, counts };
}
