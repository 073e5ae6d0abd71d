/** The value of a JSON text. A byte order mark is left out, which JSON must not have and servers send nevertheless (RFC 8259 §8.1). */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
}
