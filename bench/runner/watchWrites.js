/**
 * Watches what the page writes into its storages from now on. A value counts as much as its JSON has characters; values of one key
 * count as much as the last of them: to measure each would be the largest work of the page.
 */
export function watchWrites() {
  const state = { pending: 0, lastAt: performance.now() };
  let written = new Map();
  const note = (place, key, value) => {
    const name = `${place} ${key}`;
    written.set(name, { count: (written.get(name)?.count ?? 0) + 1, key, value });
    state.lastAt = performance.now();
  };
  replace(IDBObjectStore.prototype, 'put', (store, [value, key]) => note(store.name, key, value));
  replace(IDBObjectStore.prototype, 'delete', (store, [key]) => note(store.name, key, ''));
  replace(Storage.prototype, 'setItem', (storage, [key, value]) => note('text', key, value));
  replace(IDBDatabase.prototype, 'transaction', (_db, [, mode], transaction) => {
    if (mode !== 'readwrite') return;
    state.pending++;
    const over = () => {
      state.pending--;
      state.lastAt = performance.now();
    };
    for (const event of ['complete', 'abort']) transaction.addEventListener(event, over);
  });
  return {
    /** Resolves when nothing was written for so long, ms. */
    async quiet(ms) {
      state.lastAt = performance.now();
      while (state.pending > 0 || performance.now() - state.lastAt < ms) await pause(50);
    },
    /** What was written since it was asked last. */
    take() {
      const all = [...written.values()];
      written = new Map();
      return {
        writes: all.reduce((sum, { count }) => sum + count, 0),
        bytes: all.reduce((sum, { count, key, value }) => sum + count * sizeOf(key, value), 0),
      };
    },
  };
}

function replace(prototype, name, noteCall) {
  const original = prototype[name];
  prototype[name] = function (...args) {
    const result = original.apply(this, args);
    noteCall(this, args, result);
    return result;
  };
}

function sizeOf(key, value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return String(key).length + text.length;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
