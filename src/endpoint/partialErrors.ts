/**
 * The errors that came beside the data of a response, by that data. The store shows such data with
 * its error, which is soft and expires as an error does.
 */
export const partialErrors = /* @__PURE__ */ new WeakMap<object, Error>();
