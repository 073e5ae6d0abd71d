import type { Call } from '../requests/Call.ts';
import type { EndpointState } from './EndpointState.ts';
import type { Rendered } from './StateObservable.ts';

/** What a page is rendered with, on the server and when the browser takes it over, whatever became of the store since. */
export interface RenderedPage {
  /** The data of a call as a read that suspends is rendered with it; `undefined`: that of the store. */
  read(call: Call): unknown;
  /** The state of a call as reads that do not suspend are rendered with it; `undefined`: that of the store. `dataNow` gives the data of the store. */
  state(call: Call, dataNow: () => unknown): Rendered<EndpointState<unknown>> | undefined;
  /** The same for a schema. */
  query(schema: object, args: readonly unknown[]): Rendered<unknown> | undefined;
}
