/** Bytes in the heap after a collection. */
export async function heapUsed() {
  // Timers and finalizers have their turn; a second collection takes what they let go.
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
