/**
 * The errors that came beside the data of a response, by that data. The store shows such data with
 * its error, which is soft and expires as an error does. All copies of the package share them: an
 * endpoint of one copy may be fetched by a store of another.
 */
export const partialErrors = /* @__PURE__ */ shared();

function shared(): WeakMap<object, Error> {
  const shelf = globalThis as { [name: symbol]: WeakMap<object, Error> | undefined };
  return (shelf[Symbol.for('streambed.partialErrors/1')] ??= new WeakMap());
}
