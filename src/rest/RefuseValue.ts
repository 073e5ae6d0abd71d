import type { Problem } from '../shared/ErrorCode.ts';

/** Throws the error for a value that cannot stand in a URL. Who gives it knows whose value it is; `what` follows that, as in `is an array`. */
export type RefuseValue = (problem: Problem, what: string) => never;
