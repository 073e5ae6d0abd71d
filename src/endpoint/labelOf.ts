/** What messages call an endpoint. Its keys are no part of them: keys hold arguments, which may be secret. */
export function labelOf({ name }: { readonly name: string }): string {
  return name ? `Endpoint "${name}"` : 'An endpoint';
}
