import type { SourceListener } from './StateObservable.ts';

/** Retains a stream for renders that wait for a response. A bridge that can suspend sets it. */
export interface StreamLease extends SourceListener {
  /** True while there is a response that was not shown yet. */
  readonly hasResponse: boolean;
  /** Set by each first render that reads the response. It may suspend for another stream. */
  isRead: boolean;
  /** Called when renders have to wait, for the first time or again. */
  wait(isFirst: boolean): void;
  /** Called when a render may have left: asks whether any is still suspended. */
  left(): void;
  /** Called when the request has settled. */
  responded(): void;
  /** Called when the stream forgets its data. */
  end(): void;
}
