/**
 * True for the error that engines throw when the call stack is full. No engine has a type for it.
 */
export function isStackOverflow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  return /call stack|too much recursion/i.test(String(error.message));
}
