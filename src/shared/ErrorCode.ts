import type * as errorCatalogue from './errorCatalogue.ts';

/** The code of a {@link StreambedError}: permanent, safe to compare against. */
export type ErrorCode = (typeof errorCatalogue)[keyof typeof errorCatalogue]['code'];

/** An error code, and how to fix the error. */
export interface Problem {
  readonly code: ErrorCode;
  readonly fix: string;
}
