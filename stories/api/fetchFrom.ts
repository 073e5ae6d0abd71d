/** A `fetch` for `createStore({ fetch })` that takes paths such as `/users` from `base`. */
export function fetchFrom(base: string): typeof fetch {
  return (input, init) => fetch(input instanceof Request ? input : new URL(input, base), init);
}
