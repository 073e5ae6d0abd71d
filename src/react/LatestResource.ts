/** A resource that a suspended component can leave. */
interface Leavable {
  leave(): void;
}

/** The resource that a component read in its last render, committed or not. */
export class LatestResource {
  #resource: Leavable | undefined;

  track(resource: Leavable): void {
    if (this.#resource === resource) return;
    this.leave();
    this.#resource = resource;
  }

  /** The component does not wait for the resource any longer; others may. */
  leave(): void {
    this.#resource?.leave();
    this.#resource = undefined;
  }
}
