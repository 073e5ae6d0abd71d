import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';

/**
 * A result without a stream: a write or another store brought it. The store keeps it as long as the
 * data of a stream that has lost its last observer.
 */
export class Arrival {
  declare readonly key: string;
  /** The endpoint of the write; `undefined` for results of another store. */
  declare endpoint: EndpointInterface | undefined;
  declare args: readonly unknown[];
  declare isOver: boolean;

  constructor(key: string, endpoint: EndpointInterface | undefined, args: readonly unknown[]) {
    this.key = key;
    this.endpoint = endpoint;
    this.args = args;
    this.isOver = false;
  }

  /** From now on it has this endpoint and these args. */
  use(endpoint: EndpointInterface, args: readonly unknown[]): void {
    this.endpoint = endpoint;
    this.args = args;
  }

  deref(): this | undefined {
    return this.isOver ? undefined : this;
  }
}
