/** A mounted example of the page. */
export interface Mounted {
  /** The names that it shows. */
  names(): readonly (string | null)[];
  /** Lets the framework render its changes. */
  flush(): void | Promise<void>;
  unmount(): void;
}

/** The names in a document. */
export function namesIn(target: Element): readonly (string | null)[] {
  return Array.from(target.querySelectorAll('li'), ({ textContent }) => textContent);
}
