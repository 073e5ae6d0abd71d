import type * as errorCatalogue from './errorCatalogue.ts';

/** The code of a {@link StreambedError}: permanent, safe to compare against. */
export type ErrorCode = (typeof errorCatalogue)[keyof typeof errorCatalogue]['code'];

/** A kind of error, and what to do about it. */
export interface Problem {
  readonly code: ErrorCode;
  readonly fix: string;
}
