import { StreambedError } from './StreambedError.ts';

/**
 * True for the error that engines throw when the call stack is full. No engine has a type for it.
 */
export function isStackOverflow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  return /call stack|too much recursion/i.test(String(error.message));
}

/** Whether an error says that something nests too deep for where it was read: with more of the stack, or nearer, it may go well. */
export function isTooDeep(error: unknown): boolean {
  return (StreambedError.is(error) && error.code === 'SB_DEPTH') || isStackOverflow(error);
}
