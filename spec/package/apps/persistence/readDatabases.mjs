/** All records in IndexedDB, by `database table`. */
export function readDatabases(page) {
  return page.evaluate(async () => {
    const settled = (request) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const found = {};
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      const transaction = database.transaction([...database.objectStoreNames]);
      for (const table of database.objectStoreNames) {
        const store = transaction.objectStore(table);
        const [keys, values] = await Promise.all([
          settled(store.getAllKeys()),
          settled(store.getAll()),
        ]);
        found[`${name} ${table}`] = keys.map((key, at) => ({ key, value: values[at] }));
      }
      database.close();
    }
    return found;
  });
}
