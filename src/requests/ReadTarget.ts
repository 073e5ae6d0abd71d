import type { EndpointView } from '../views/EndpointView.ts';
import type { Call } from './Call.ts';
import type { Request } from './Request.ts';

/** The key of a read: keeps the result and notifies its observers of the request. */
export interface ReadTarget extends Call {
  /** Whether the key is observed, or about to be. */
  readonly isHeld: boolean;
  /** Whether the state of the key has data. */
  readonly hasData: boolean;
  /** The data that can be shown now, whatever its status. */
  view(): EndpointView;
  /** Called when a try of a read starts. */
  requestStarted(request: Request): void;
  /** Called when the request has its first response, has failed or was aborted. */
  requestSettled(request: Request): void;
  /** Called when no further response of a request can arrive. */
  requestEnded(request: Request): void;
  /** Whether further responses of a request are wanted. */
  follows(request: Request): boolean;
  /** Recomputes the state and notifies observers. */
  changed(): void;
}
