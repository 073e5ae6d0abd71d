/** Whether a schema accepts an empty response (null, undefined), as for a removal. */
export function acceptsEmpty(schema: unknown): boolean {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    (schema as { readonly acceptsEmpty?: boolean }).acceptsEmpty === true
  );
}
