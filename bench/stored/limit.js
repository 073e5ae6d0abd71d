const TABLES = ['pages', 'issues', 'users'];
const FLUSH_WAIT_MS = 100;
/** Writes between which the page can do other things. */
const SLICE = 250;

/**
 * Rows in maps. Those that changed are written 100 ms later, in one transaction, each with the time of its arrival; a page of rows is
 * read by their ids. Knows its two record types; no second tab, log-out, version or failure.
 */
export const contender = {
  async open({ name, isStored }) {
    return new LimitPages(isStored ? await openDatabase(name) : undefined);
  },
};

class LimitPages {
  #db;
  #tables = Object.fromEntries(TABLES.map((table) => [table, new Map()]));
  #changed = [];
  #isWaiting = false;

  constructor(db) {
    this.#db = db;
  }

  load(pages) {
    for (const [page, rows] of pages.entries()) {
      this.#put(
        'pages',
        page,
        rows.map(({ id }) => id),
      );
      for (const { author, ...issue } of rows) {
        this.#put('issues', issue.id, { ...issue, author: author.id });
        this.#put('users', author.id, author);
      }
    }
  }

  patchIssue(_page, id, change) {
    this.#put('issues', id, { ...this.#tables.issues.get(id), ...change });
  }

  async readPage(page) {
    const tables = this.#db.transaction(TABLES);
    const valueOf = async (request) => (await done(request)).value;
    const ids = await valueOf(tables.objectStore('pages').get(page));
    const issues = tables.objectStore('issues');
    const rows = await Promise.all(ids.map((id) => valueOf(issues.get(id))));
    const users = tables.objectStore('users');
    const authorIds = [...new Set(rows.map(({ author }) => author))];
    const authors = await Promise.all(authorIds.map((id) => valueOf(users.get(id))));
    const byId = new Map(authors.map((author) => [author.id, author]));
    return rows.map((row) => ({ ...row, author: byId.get(row.author) }));
  }

  #put(table, key, value) {
    this.#tables[table].set(key, value);
    if (!this.#db) return;
    this.#changed.push([table, key]);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => void this.#flush(), FLUSH_WAIT_MS);
  }

  async #flush() {
    const changed = new Map(this.#changed.map(([table, key]) => [`${table} ${key}`, [table, key]]));
    const writes = [...changed.values()];
    this.#changed = [];
    this.#isWaiting = false;
    const tables = this.#db.transaction(TABLES, 'readwrite', { durability: 'relaxed' });
    const at = Date.now();
    for (let from = 0; from < writes.length; from += SLICE) {
      const requests = writes.slice(from, from + SLICE).map(([table, key]) => {
        const value = this.#tables[table].get(key);
        return tables.objectStore(table).put({ at, value }, key);
      });
      await done(requests.at(-1));
    }
  }
}

function openDatabase(name) {
  const request = indexedDB.open(name);
  request.addEventListener('upgradeneeded', () => {
    for (const table of TABLES) request.result.createObjectStore(table);
  });
  return done(request);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
