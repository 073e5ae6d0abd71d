/** `unpackValue` refuses it. */
const UNREADABLE: unknown = { $: 'unreadable' };

/** The value of a stored text. A text that is no JSON is a value that cannot be unpacked. */
export function valueOfText(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return UNREADABLE;
  }
}
