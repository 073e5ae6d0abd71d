import type { ReactElement } from 'react';
import type { ServerStore } from 'streambed/ssr';

/** A page that is being sent. */
export interface Sending {
  /** The text that has arrived so far. */
  text(): string;
  /** The chunks that have arrived. */
  readonly chunks: readonly string[];
  /** Resolves when the whole page has arrived. */
  readonly over: Promise<void>;
  /** Disconnects the client. */
  leave(): void;
  /** The errors that React has reported. */
  readonly errors: unknown[];
}

/** Sends a page as one of the two kinds of streams. */
export type Send = (
  store: ServerStore,
  ui: ReactElement,
  options?: { nonce?: string },
) => Promise<Sending>;
