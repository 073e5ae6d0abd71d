import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { Flight } from '../requests/Flights.ts';
import { RowSet } from '../table/RowSet.ts';

/** What is laid over what is confirmed. */
interface LayerOrigin {
  /** Place in the store's order at which the request was sent. */
  readonly seq: number;
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  /** When the request was sent, ms since epoch. */
  readonly fetchedAt: number;
  /** ms that what it shows is fresh. */
  readonly expiryLength: number;
}

/** The optimistic answer of one mutation under way, on top of what is confirmed. It is made anew whenever something beneath it changes. */
export interface Layer extends LayerOrigin {
  /** Stored form of the answer that was shown last. */
  result: unknown;
  /** The rows that were shown last. */
  rows: RowSet;
  /** Its request; `undefined` until that is sent. */
  inFlight: Flight | undefined;
  /** The error that was reported last, so that a function which fails each time is reported once. */
  reported: string | undefined;
}

/** A layer that was not shown yet. */
export function newLayer(origin: LayerOrigin): Layer {
  return {
    ...origin,
    result: undefined,
    rows: new RowSet(),
    inFlight: undefined,
    reported: undefined,
  };
}
