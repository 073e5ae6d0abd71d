/** True if the text has a control character (C0, DEL, C1); URL parsers drop or refuse them. */
export function isControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || (code > 126 && code < 160)) return true;
  }
  return false;
}
