declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * True outside production builds. Bundlers replace `process.env.NODE_ENV`; where there is no `process`
 * (a browser without a bundler) the library behaves as in production. Development adds warnings and
 * freezes what is handed out; it never changes what is accepted.
 */
// Asked once more as the whole expression: what is false in a production build, bundlers take out with what it guards. Where the constant is used,
// the build adds the same question (spec/package/finishBuild.mjs).
export const DEVELOPMENT: boolean = /* @__PURE__ */ isDevelopment()
  ? process.env.NODE_ENV !== 'production'
  : false;

function isDevelopment(): boolean {
  try {
    // Asking for `process` first would be wrong: it is not there in the browser, and bundlers replace the whole expression only.
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}
