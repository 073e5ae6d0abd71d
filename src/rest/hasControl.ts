/** Whether the text has a control character (C0, DEL, C1). URL parsers drop or refuse them. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
