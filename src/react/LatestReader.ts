/** What can be told that a component waits for it no longer. */
interface Leavable {
  leave(): void;
}

/** Which reader a component turned to in its last render, shown or not. */
export class LatestReader {
  #reader: Leavable | undefined;

  turnTo(reader: Leavable): void {
    if (this.#reader === reader) return;
    this.leave();
    this.#reader = reader;
  }

  /** The component waits for it no longer; others may. */
  leave(): void {
    this.#reader?.leave();
    this.#reader = undefined;
  }
}
