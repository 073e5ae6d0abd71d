import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';

/** An endpoint with arguments, and the key for both. */
export interface Call {
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}
