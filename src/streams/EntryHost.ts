import type { AnswerRow } from '../table/AnswerRow.ts';
import type { LiveRequest } from '../requests/LiveRequest.ts';
import type { ReadTarget } from '../requests/ReadTarget.ts';
import type { LeaseHost } from './RenderLease.ts';
import type { SourceHost } from './RetainedSource.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';
import type { ViewNode } from '../views/ViewNode.ts';

/** What entries need of their store. */
export interface EntryHost extends SourceHost, LeaseHost {
  readonly graph: ViewGraph;
  /** The number of the last commit. */
  readonly version: number;
  row(key: string): AnswerRow;
  /** Whether a view is made of what a mutation under way will probably do. */
  isOptimistic(view: ViewNode<unknown>): boolean;
  /** Whether mutations under way show or hide any of what a view is made of. */
  isOfLayers(view: ViewNode<unknown>): boolean;
  /** Starts a read. `later`: nothing is told before the running code has returned, for calls out of a render. */
  startRead(target: ReadTarget, later: boolean): LiveRequest;
}
