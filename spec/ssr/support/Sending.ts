import type { ReactElement } from 'react';
import type { ServerStore } from 'streambed/ssr';

/** A page that is being sent. */
export interface Sending {
  /** What has arrived so far. */
  text(): string;
  /** What arrived last, in one go each. */
  readonly chunks: readonly string[];
  /** Resolves when all has arrived. */
  readonly over: Promise<void>;
  /** Whoever reads it goes away. */
  leave(): void;
  /** What React has reported. */
  readonly errors: unknown[];
}

/** Sends a page as one of the two kinds of streams. */
export type Send = (
  store: ServerStore,
  ui: ReactElement,
  options?: { nonce?: string },
) => Promise<Sending>;
