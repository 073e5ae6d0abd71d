/** The renders of rows per sample as facts of the report: the median, and the most where some samples had more. */
export function rendersOf(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  const most = sorted.at(-1);
  return most > median ? { renders: median, 'most renders': most } : { renders: median };
}
