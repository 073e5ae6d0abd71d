import type { ErrorCode } from '../shared/errorCatalogue.ts';

/**
 * Throws the error for a value that a URL cannot contain. `what` continues the name of the value,
 * as in `is an array`.
 */
export type RefuseValue = (problem: ErrorCode, what: string) => never;
