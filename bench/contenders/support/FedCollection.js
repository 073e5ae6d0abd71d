import { BasicIndex, createCollection, deepEquals } from '@tanstack/react-db';

/**
 * A TanStack DB collection with the sync adapter that its documentation describes for a custom backend. An answer is compared with what
 * is there, as the query collection does, and only differences are written.
 */
export class FedCollection {
  sync;
  collection = createCollection({
    getKey: ({ id }) => id,
    startSync: true,
    autoIndex: 'eager',
    defaultIndexType: BasicIndex,
    sync: {
      sync: (sync) => {
        this.sync = sync;
        sync.markReady();
      },
      rowUpdateMode: 'partial',
    },
  });

  /** Takes an answer that has all rows of the collection. */
  replaceAll(rows) {
    const { begin, write, commit } = this.sync;
    const { collection } = this;
    const gone = new Set(collection.keys());
    begin();
    for (const row of rows) {
      gone.delete(row.id);
      const known = collection.get(row.id);
      if (known === undefined) write({ type: 'insert', value: row });
      else if (!holds(known, row)) write({ type: 'update', key: row.id, value: row });
    }
    for (const key of gone) write({ type: 'delete', key });
    void commit();
  }

  /** Takes a row that may be there. */
  add(row) {
    const { begin, write, commit } = this.sync;
    if (this.collection.has(row.id)) return;
    begin();
    write({ type: 'insert', value: row });
    void commit();
  }

  patch(id, change) {
    const { begin, write, commit } = this.sync;
    begin();
    write({ type: 'update', key: id, value: { id, ...change } });
    void commit();
  }
}

/** What a collection gives has virtual members of its own. */
function holds(known, row) {
  for (const name in row) if (!deepEquals(known[name], row[name])) return false;
  return true;
}
