/** Endpoints that have the names of their functions. */
export const namedByFunction: WeakSet<object> = /* @__PURE__ */ new WeakSet();
