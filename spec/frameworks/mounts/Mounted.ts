import type { Store } from '../../../src/index.ts';

/** The mounted examples of the page. */
export interface Mounted {
  readonly store: Store;
  readonly setTeam: (team: string | null) => void;
  /** Lets the framework render its changes. */
  readonly flush: () => void | Promise<void>;
  readonly unmount: () => void;
}

/** A page that was rendered on a server. */
export interface Rendered {
  readonly html: string;
  readonly store: Store;
}
