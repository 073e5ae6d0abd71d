import initSqlJs from 'sql.js';
import { tickets } from './seed.mjs';

const { Database } = await initSqlJs();

export const PAGE_SIZE = 20;

const tables = `
  CREATE TABLE tickets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    customer TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'pending', 'closed')),
    assignee TEXT NOT NULL,
    priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 4),
    updatedAt INTEGER NOT NULL
  );
  CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    ticketId INTEGER NOT NULL REFERENCES tickets ON DELETE CASCADE,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    createdAt INTEGER NOT NULL
  );
  PRAGMA foreign_keys = ON;
`;

const columns = `tickets.*, (SELECT count(*) FROM comments WHERE ticketId = tickets.id) AS commentCount`;

const orders = {
  priority: 'priority DESC, id',
  subject: 'subject, id',
  updated: 'updatedAt DESC, id',
};

/** The members of a ticket that a request may set. */
const members = ['subject', 'customer', 'status', 'assignee', 'priority'];

/** Tickets and comments in SQLite, in memory. */
export class Desk {
  #database = new Database();
  #lastTime = 0;

  constructor() {
    this.#database.exec(tables);
    for (const { comments, ...ticket } of tickets) {
      const { id } = this.create(ticket);
      for (const text of comments) this.comment(id, { author: 'Chiara', text });
    }
  }

  find(id) {
    return this.#rows(`SELECT ${columns} FROM tickets WHERE id = ?`, [id])[0];
  }

  /** The tickets with one of the statuses and one of the assignees; none given: all. */
  list({ status, assignee }, orderBy = 'priority', offset = 0, limit = PAGE_SIZE) {
    const { where, values } = filterOf({ status, assignee });
    const order = orders[orderBy];
    if (!order) throw new RangeError(`There is no order "${orderBy}".`);
    return this.#rows(
      `SELECT ${columns} FROM tickets ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
  }

  count(filter) {
    const { where, values } = filterOf(filter);
    return this.#rows(`SELECT count(*) AS count FROM tickets ${where}`, values)[0].count;
  }

  create(ticket) {
    const given = { status: 'open', assignee: 'Amara', priority: 2, ...pick(ticket) };
    return this.#rows(
      `INSERT INTO tickets (${members.join()}, updatedAt) VALUES (?, ?, ?, ?, ?, ?)
       RETURNING *, 0 AS commentCount`,
      [...members.map((member) => given[member] ?? ''), this.#time()],
    )[0];
  }

  change(id, change) {
    const given = Object.entries(pick(change));
    const sets = given.map(([member]) => `${member} = ?, `).join('');
    this.#rows(`UPDATE tickets SET ${sets} updatedAt = ? WHERE id = ?`, [
      ...given.map(([, value]) => value),
      this.#time(),
      id,
    ]);
    return this.find(id);
  }

  remove(id) {
    this.#rows('DELETE FROM tickets WHERE id = ?', [id]);
  }

  comments(ticketId) {
    return this.#rows('SELECT * FROM comments WHERE ticketId = ? ORDER BY id', [ticketId]);
  }

  /** Adds a comment, which counts as a change of its ticket. */
  comment(ticketId, { author, text }) {
    const [comment] = this.#rows(
      `INSERT INTO comments (ticketId, author, text, createdAt) VALUES (?, ?, ?, ?) RETURNING *`,
      [ticketId, author, text, this.#time()],
    );
    this.change(ticketId, {});
    return comment;
  }

  /** No two changes have one time: clients tell the newer one by it. */
  #time() {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1);
    return this.#lastTime;
  }

  #rows(sql, values) {
    const statement = this.#database.prepare(sql, values);
    const rows = [];
    while (statement.step()) rows.push(statement.getAsObject());
    statement.free();
    return rows;
  }
}

function filterOf(filter) {
  const given = Object.entries(filter).filter(([, values]) => values?.length > 0);
  const terms = given.map(([name, values]) => `${name} IN (${values.map(() => '?').join()})`);
  return {
    where: terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : '',
    values: given.flatMap(([, values]) => values),
  };
}

function pick(ticket) {
  return Object.fromEntries(
    members.filter((member) => member in ticket).map((name) => [name, ticket[name]]),
  );
}
