import { isStackOverflow } from './isStackOverflow.ts';
import { StreambedError } from './StreambedError.ts';

/** Whether an error says that something nests too deep for where it was read: with more of the stack, or nearer, it may go well. */
export function isTooDeep(error: unknown): boolean {
  return (error instanceof StreambedError && error.code === 'SB_DEPTH') || isStackOverflow(error);
}
