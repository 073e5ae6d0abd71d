import type { ResultRecord } from '../table/ResultRecord.ts';
import type { ReadTarget, Request } from '../requests/Request.ts';
import type { LeaseHost } from './RenderLease.ts';
import type { SourceHost } from './RetainedSource.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';
import type { ViewNode } from '../views/ViewNode.ts';

/** What endpoint streams need from their store. */
export interface StreamHost extends SourceHost, LeaseHost {
  readonly graph: ViewGraph;
  /** The number of the last commit. */
  readonly version: number;
  row(key: string): ResultRecord;
  /** Whether a view contains the prediction of a pending mutation. */
  isOptimistic(view: ViewNode<unknown>): boolean;
  /** Whether an optimistic layer touches a row that a view depends on. */
  isOfLayers(view: ViewNode<unknown>): boolean;
  /**
   * Starts a read. `later`: observers are notified after the running code has returned, for calls
   * from a render.
   */
  startRead(target: ReadTarget, later: boolean): Request;
}
