/**
 * Whether two words differ by one typing error: a letter too many, too few, replaced, or swapped
 * with its neighbour. Case and underscores do not count. Short words and words that begin with
 * different letters are too often both right.
 */
export function isMisspelling(word: string, other: string): boolean {
  const [a, b] = [plain(word), plain(other)];
  if (a === b) return word !== other;
  if (Math.min(a.length, b.length) < 4 || a[0] !== b[0]) return false;
  const variants = variantsOf(b);
  return [...variantsOf(a)].some((variant) => variants.has(variant));
}

function plain(word: string): string {
  return word.replaceAll('_', '').toLowerCase();
}

/** The word, and the word without one of its letters. */
function variantsOf(word: string): Set<string> {
  const variants = new Set([word]);
  for (let i = 0; i < word.length; i++) variants.add(word.slice(0, i) + word.slice(i + 1));
  return variants;
}
