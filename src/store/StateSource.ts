/** Where a state observable gets its values from. */
export interface StateSource<T> {
  /** The value of the newest commit. */
  read(): T;
  /**
   * Calls `changed` after every commit in which the value may have changed, and `ended` when there will be none; gives the function
   * that stops it.
   */
  listen(changed: () => void, ended: () => void): () => void;
}
