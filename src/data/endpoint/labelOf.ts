/**
 * The name of an endpoint in messages. Messages never contain a key: its arguments may be secret.
 */
export function labelOf({ name }: { readonly name: string }): string {
  return name ? `Endpoint "${name}"` : 'An endpoint';
}
