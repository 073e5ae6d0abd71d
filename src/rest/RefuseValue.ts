import type { Problem } from '../shared/ErrorCode.ts';

/**
 * Throws the error for a value that a URL cannot contain. `what` continues the name of the value,
 * as in `is an array`.
 */
export type RefuseValue = (problem: Problem, what: string) => never;
