declare const process: { readonly env: { readonly NODE_ENV?: string } } | undefined;

/**
 * True outside production builds. Bundlers replace `process.env.NODE_ENV`; where there is no `process`
 * (a browser without a bundler) the library behaves as in production. Development adds warnings and
 * freezes what is handed out; it never changes what is accepted.
 */
export const DEVELOPMENT: boolean =
  typeof process !== 'undefined' && process.env.NODE_ENV !== 'production';
