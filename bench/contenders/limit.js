/**
 * What the machine can do: `Map`s of rows, a field compare, one `slice()` per changed list, one callback per changed row. It knows
 * its two record types, keeps no history, no freshness and no errors – nothing usable can be faster.
 */
export const contender = { open: () => new LimitStore() };

class LimitStore {
  issues = new Map();
  users = new Map();
  ids = [];
  /** Issue instances with their author in place, by pk. */
  instances = new Map();
  list = undefined;
  places = undefined;
  dirty = [];
  rowWatchers = new Map();
  listWatchers = new Set();
  view = undefined;

  load(answer) {
    let changed = this.ids.length !== answer.length;
    const ids = changed ? Array.from({ length: answer.length }) : this.ids;
    for (let i = 0; i < answer.length; i++) {
      const issue = answer[i];
      if (this.loadUser(issue.author)) changed = true;
      const known = this.issues.get(issue.id);
      if (known === undefined || !sameIssue(known, issue)) {
        this.issues.set(issue.id, { ...issue, author: issue.author.id });
        changed = true;
      }
      if (ids[i] === issue.id) continue;
      ids[i] = issue.id;
      changed = true;
    }
    if (!changed) return;
    this.ids = ids;
    this.list = this.places = undefined;
    this.instances.clear();
    for (const watcher of this.listWatchers) watcher();
  }

  loadUser(user) {
    const known = this.users.get(user.id);
    const changed =
      known === undefined ||
      known.login !== user.login ||
      known.name !== user.name ||
      known.avatar !== user.avatar;
    if (changed) this.users.set(user.id, user);
    return changed;
  }

  hold() {}

  readList() {
    if (this.list === undefined) {
      const { ids } = this;
      const list = Array.from({ length: ids.length });
      for (let i = 0; i < ids.length; i++) list[i] = this.readIssue(ids[i]);
      this.list = list;
    } else if (this.dirty.length > 0) {
      this.places ??= new Map(this.ids.map((id, place) => [id, place]));
      const list = this.list.slice();
      for (const id of this.dirty) list[this.places.get(id)] = this.readIssue(id);
      this.list = list;
    }
    if (this.dirty.length > 0) this.dirty = [];
    return this.list;
  }

  readIssue(id) {
    let instance = this.instances.get(id);
    if (instance === undefined) {
      const row = this.issues.get(id);
      instance = { ...row, author: this.users.get(row.author) };
      this.instances.set(id, instance);
    }
    return instance;
  }

  patchIssue(id, change) {
    const row = { ...this.issues.get(id), ...change };
    this.issues.set(id, row);
    if (this.instances.size > 0) this.instances.delete(id);
    if (this.list !== undefined) this.dirty.push(id);
    if (this.view !== undefined) this.view.update(row);
    const watchers = this.rowWatchers.get(id);
    if (watchers !== undefined) for (const watcher of watchers) watcher();
  }

  patchUser(id, change) {
    this.users.set(id, { ...this.users.get(id), ...change });
    for (const issueId of this.ids) {
      if (this.issues.get(issueId).author !== id) continue;
      this.instances.delete(issueId);
      if (this.list !== undefined) this.dirty.push(issueId);
      const watchers = this.rowWatchers.get(issueId);
      if (watchers !== undefined) for (const watcher of watchers) watcher();
    }
  }

  addIssue(issue) {
    this.loadUser(issue.author);
    this.issues.set(issue.id, { ...issue, author: issue.author.id });
    this.ids = [...this.ids, issue.id];
    this.list = [...this.readList(), this.readIssue(issue.id)];
    this.places?.set(issue.id, this.ids.length - 1);
    for (const watcher of this.listWatchers) watcher();
  }

  openAll() {
    return { read: () => this.readList() };
  }

  watchIssue(id, callback) {
    let watchers = this.rowWatchers.get(id);
    if (watchers === undefined) this.rowWatchers.set(id, (watchers = new Set()));
    watchers.add(callback);
    return () => {
      watchers.delete(callback);
      if (watchers.size === 0) this.rowWatchers.delete(id);
    };
  }

  watchList(callback) {
    this.listWatchers.add(callback);
    return () => this.listWatchers.delete(callback);
  }

  openView() {
    this.view = new LimitView(this.issues);
    return { read: () => this.view.rows, close: () => (this.view = undefined) };
  }

  openChanges(callback) {
    this.view = new LimitChanges(callback);
    return () => (this.view = undefined);
  }

  close() {}
}

function sameIssue(row, issue) {
  return (
    row.number === issue.number &&
    row.title === issue.title &&
    row.body === issue.body &&
    row.state === issue.state &&
    row.rank === issue.rank &&
    row.createdAt === issue.createdAt &&
    row.updatedAt === issue.updatedAt &&
    row.author === issue.author.id
  );
}

/** Open issues by rank: a sorted array; a copy of it is patched at the two places that a changed row has. */
class LimitView {
  rows;
  #shown;

  constructor(issues) {
    this.rows = [...issues.values()].filter(({ state }) => state === 'open').sort(byRank);
  }

  update(row) {
    // Not part of the first result: only a change needs to find a row by its id.
    this.#shown ??= new Map(this.rows.map((shown) => [shown.id, shown]));
    const rows = this.rows.slice();
    const before = this.#shown.get(row.id);
    if (before !== undefined) rows.splice(placeOf(rows, before), 1);
    if (row.state === 'open') {
      rows.splice(placeOf(rows, row), 0, row);
      this.#shown.set(row.id, row);
    } else {
      this.#shown.delete(row.id);
    }
    this.rows = rows;
  }
}

/** Tells which row has changed; without an array there is no place to look up. */
class LimitChanges {
  #tell;

  constructor(tell) {
    this.#tell = tell;
  }

  update(row) {
    this.#tell([row.id]);
  }
}

function byRank(a, b) {
  return a.rank - b.rank || (a.id < b.id ? -1 : 1);
}

function placeOf(rows, row) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byRank(rows[middle], row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
