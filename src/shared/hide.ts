/**
 * Defines members that logs and `JSON.stringify` leave out, because they hold data that was sent or
 * received.
 */
export function hide(target: object, members: object): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { value });
}
