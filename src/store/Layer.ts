import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { RowSet } from './RowSet.ts';

/** The optimistic answer of one mutation under way, on top of what is confirmed. It is made anew whenever something beneath it changes. */
export class Layer {
  /** Place in the store's order at which the request was sent. */
  readonly seq: number;
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  /** When the request was sent, ms since epoch. */
  readonly fetchedAt: number;
  /** ms that what it shows is fresh. */
  readonly expiryLength: number;
  /** Stored form of the answer that was shown last. */
  result: unknown;
  /** The rows that were shown last. */
  rows = new RowSet();
  /** The error that was reported last, so that a function which fails each time is reported once. */
  reported: string | undefined;

  constructor(
    members: Pick<Layer, 'seq' | 'key' | 'endpoint' | 'args' | 'fetchedAt' | 'expiryLength'>,
  ) {
    this.seq = members.seq;
    this.key = members.key;
    this.endpoint = members.endpoint;
    this.args = members.args;
    this.fetchedAt = members.fetchedAt;
    this.expiryLength = members.expiryLength;
  }

  /** The same layer for other arguments. */
  withArgs(args: readonly unknown[]): Layer {
    const { seq, key, endpoint, fetchedAt, expiryLength } = this;
    return new Layer({ seq, key, endpoint, args, fetchedAt, expiryLength });
  }
}
