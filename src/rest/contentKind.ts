/**
 * How a body with this Content-Type is read: `'json'` for `application/json` and types with `+json`
 * (RFC 6839), `'text'` for human-readable types and a missing type, else `'binary'`.
 */
export function contentKind(contentType: string): 'json' | 'text' | 'binary' {
  const essence = contentType.split(';', 1)[0].trim().toLowerCase();
  if (/\/(?:x-)?json$|\+json$/.test(essence)) return 'json';
  // Types of Office files contain "xml" in the middle, but the files are archives.
  const isReadable =
    /^text\/|json|[/+]xml$|[/+.-](?:html|javascript|ecmascript|csv|yaml|graphql|urlencoded)$/.test(
      essence,
    );
  return essence === '' || isReadable ? 'text' : 'binary';
}
