/**
 * A second view of the same options. TypeScript infers it before it checks the functions among the
 * options, so the rest can type the parameters of those functions.
 */
export type Declared<D> = { readonly [N in keyof D]: D[N] };
