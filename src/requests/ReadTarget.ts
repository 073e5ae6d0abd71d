import type { EndpointView } from '../views/EndpointView.ts';
import type { Call } from './Call.ts';
import type { LiveRequest } from './LiveRequest.ts';

/** The key that a read is for: it keeps the result, and its observers are notified of the request. */
export interface ReadTarget extends Call {
  /** Whether it is observed, or about to be. */
  readonly isHeld: boolean;
  /** Whether its state has data. */
  readonly hasData: boolean;
  /** What can be shown now, whatever its status. */
  view(): EndpointView;
  /** A try of a read starts. */
  requestStarted(request: LiveRequest): void;
  /** The request has its first response, has failed, or was given up. */
  requestSettled(request: LiveRequest): void;
  /** Nothing more comes of a request. */
  requestEnded(request: LiveRequest): void;
  /** Whether further responses of a request are wanted. */
  follows(request: LiveRequest): boolean;
  /** Has the state made again, and observers notified. */
  changed(): void;
}
