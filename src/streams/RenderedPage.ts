import type { Call } from '../requests/Requests.ts';
import type { EndpointState } from './EndpointState.ts';
import type { Rendered } from './StateObservable.ts';

/**
 * The data that a page is rendered with, on the server and while the browser hydrates it, whatever
 * the store contains by then.
 */
export interface RenderedPage {
  /** The data that reads with Suspense render; `undefined`: use that of the store. */
  read(call: Call): unknown;
  /**
   * The state that reads without Suspense render; `undefined`: use that of the store. `dataNow`
   * returns the data of the store.
   */
  state(call: Call, dataNow: () => unknown): Rendered<EndpointState<unknown>> | undefined;
  /** Like `state`, for a schema. */
  query(schema: object, args: readonly unknown[]): Rendered<unknown> | undefined;
}
