/** Bytes in the heap after a collection. */
export function heapUsed() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
