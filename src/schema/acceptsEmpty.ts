/** Whether an empty answer (null, undefined) says enough for a schema, as one to a removal does. */
export function acceptsEmpty(schema: unknown): boolean {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    (schema as { readonly acceptsEmpty?: boolean }).acceptsEmpty === true
  );
}
