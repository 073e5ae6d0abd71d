declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * True outside production builds. Bundlers replace `process.env.NODE_ENV`; where there is no `process`
 * (a browser without a bundler) the library behaves as in production. Development adds warnings and
 * freezes what is handed out; it never changes what is accepted.
 */
export const DEVELOPMENT: boolean = isDevelopment();

function isDevelopment(): boolean {
  try {
    // Asking for `process` first would be wrong: it is not there in the browser, and bundlers replace the whole expression only.
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}
