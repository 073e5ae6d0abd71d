/**
 * Parses a JSON text. Ignores a byte order mark, which JSON must not have but some servers send
 * (RFC 8259 §8.1).
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
}
