/** The states of the parts of a page, in document order. */
export function partsIn(html: string): unknown[] {
  const parts = html.matchAll(
    /<script type="application\/json" data-streambed="\d+"[^>]*>(.*?)<\/script>/gs,
  );
  return [...parts].map(([, text]) => JSON.parse(text) as unknown);
}
