import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';

/** An endpoint, its args and the key of both. */
export interface Call {
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}
