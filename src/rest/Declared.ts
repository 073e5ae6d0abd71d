/**
 * A second view of the same options, from which TypeScript infers them before it looks at the functions among them: the parameters of
 * those functions can then follow from the rest.
 */
export type Declared<D> = { readonly [N in keyof D]: D[N] };
