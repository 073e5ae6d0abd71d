import * as React from 'react';

/**
 * An export of React that some versions do not have. Bundlers warn about a missing export that code
 * names. At the top of a file, call this with a pure annotation, or bundles keep the constant.
 */
export function ofReact(name: string): unknown {
  return (React as { readonly [name: string]: unknown })[name];
}
