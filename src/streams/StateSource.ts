/** Somebody who listens to a source. */
export interface SourceListener {
  /** The value may be another one. */
  changed(): void;
  /** There will be no other value. `reason`: what the store throws from then on, if it has ended. */
  ended(reason?: Error): void;
}

/** Where a state observable gets its values from. */
export interface StateSource<T> {
  /** The value of the newest commit. */
  read(): T;
  /** Tells the listener of every commit in which the value may have changed. Each listens once. */
  listen(listener: SourceListener): void;
  /** Stops telling it. Does nothing if it does not listen. */
  unlisten(listener: SourceListener): void;
}
