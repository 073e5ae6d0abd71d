declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * True outside production builds. Bundlers replace `process.env.NODE_ENV`; where there is no `process`
 * (a browser without a bundler) the library behaves as in production. Development adds warnings and
 * freezes what is handed out; it never changes what is accepted.
 *
 * It guards a branch, not an early return: esbuild keeps the code after a return.
 */
// The whole expression is repeated here: bundlers replace it, and remove the code that a `false`
// guards. The build repeats it wherever the constant is used (spec/package/build).
export const DEVELOPMENT: boolean = /* @__PURE__ */ isDevelopment()
  ? process.env.NODE_ENV !== 'production'
  : false;

function isDevelopment(): boolean {
  try {
    // No `typeof process` first: a browser has no `process`, and bundlers replace only the whole
    // expression.
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}
