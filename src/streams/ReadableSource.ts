/** An observer of a source. */
export interface SourceListener {
  /** The value may have changed. */
  changed(): void;
  /**
   * There will be no further value. `reason`: the error that the store throws from then on, if it
   * was disposed.
   */
  ended(reason?: Error): void;
}

/** The source of a state observable's values. */
export interface ReadableSource<T> {
  /** The value of the latest commit. */
  read(): T;
  /**
   * Notifies the listener of every commit in which the value may have changed. Adding it twice does
   * nothing.
   */
  listen(listener: SourceListener): void;
  /** Removes the listener. Does nothing if it was not added. */
  unlisten(listener: SourceListener): void;
}
