/** The text without a byte order mark, which JSON must not have and servers send nevertheless (RFC 8259 §8.1). */
export function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
