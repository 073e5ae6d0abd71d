/** True for what engines throw when the call stack is full; it has no type of its own anywhere. */
export function isStackOverflow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  return /call stack|too much recursion/i.test(String(error.message));
}
