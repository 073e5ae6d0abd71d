/** True for what engines throw when the call stack is full; it has no type of its own anywhere. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message);
}
