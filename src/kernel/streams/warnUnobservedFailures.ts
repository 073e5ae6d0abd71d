import { defer, finalize, type Observable, tap } from 'rxjs';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { fixes } from '../../shared/errorCatalogue.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import type { EndpointState } from './EndpointState.ts';
import type { StateObservable } from './StateObservable.ts';

/** The shared stream of a key. */
export interface SharedStream {
  readonly endpoint: { readonly name: string };
  /** Observers, promises and renders that use the stream. */
  readonly leases: number;
}

interface DataReads {
  /** The subscribers of `data$`. */
  count: number;
  hasWarned: boolean;
  /** The last failure that reached another observer. */
  observed: Error | undefined;
}

const readsOfStreams = new WeakMap<SharedStream, DataReads>();

function readsOf(stream: SharedStream): DataReads {
  let reads = readsOfStreams.get(stream);
  if (!reads) {
    readsOfStreams.set(stream, (reads = { count: 0, hasWarned: false, observed: undefined }));
  }
  return reads;
}

/** Called when an observer that leaves with the failure has received it. */
export function failureWasObserved(stream: SharedStream, error: Error): void {
  readsOf(stream).observed = error;
}

/**
 * The states for the subscribers of `data$`, which never emits failures: a program that reads a key
 * only there waits in silence. Warns once per stream if that happens.
 */
export function warnUnobservedFailures<T>(
  states$: StateObservable<EndpointState<T>>,
  stream: SharedStream,
): Observable<EndpointState<T>> {
  const reads = readsOf(stream);

  const isUnobserved = ({ data, error, fetching }: EndpointState<T>): boolean => {
    if (data !== undefined || !error || fetching || reads.hasWarned) return false;
    // Promises that reject with the failure are gone afterwards.
    if (stream.leases > reads.count) reads.observed = error;
    return error !== reads.observed;
  };

  const check = (state: EndpointState<T>): void => {
    if (!isUnobserved(state)) return;
    // The program may subscribe to `error$` on its next line.
    runInMicrotask(() => {
      if (reads.count === 0 || !isUnobserved(states$.read())) return;
      reads.hasWarned = true;
      const code = 'SB_FAILURE_UNOBSERVED';
      const what = `${labelOf(stream.endpoint)} failed, and only its data$ is observed, which does not emit failures.`;
      console.warn(`streambed: ${what} [${code}] ${fixes[code]} The failure:`, state.error);
    });
  };

  return defer(() => {
    reads.count++;
    return states$.pipe(
      tap(check),
      finalize(() => reads.count--),
    );
  });
}
