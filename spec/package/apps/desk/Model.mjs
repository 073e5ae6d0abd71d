import { assignees, statuses, textOf } from './words.mjs';

/** What a desk shows after some edits, made of the tickets that a server has had before. */
export class Model {
  #tickets;
  #comments = new Map();

  constructor(tickets, edits) {
    this.#tickets = tickets.map((ticket) => ({ ...ticket }));
    for (const { note } of edits) note(this);
  }

  set(id, change) {
    Object.assign(this.#find(id), change);
  }

  create(ticket) {
    this.#tickets.push({ status: 'open', assignee: 'Amara', commentCount: 0, ...ticket });
  }

  comment(id, text) {
    this.#find(id).commentCount++;
    this.#comments.set(id, [...(this.#comments.get(id) ?? []), text]);
  }

  remove(id) {
    this.#tickets = this.#tickets.filter((ticket) => ticket.id !== id);
  }

  /** The texts of new comments, by ticket. */
  get comments() {
    return this.#comments;
  }

  /** The unfinished tickets as texts, by priority, and the counts. */
  get shown() {
    const unfinished = this.#tickets.filter(({ status }) => status !== 'closed');
    // A new ticket comes after all others of its priority.
    const last = (id = Number.MAX_VALUE) => id;
    const rows = unfinished.toSorted((a, b) => b.priority - a.priority || last(a.id) - last(b.id));
    const counts = [
      ...statuses.map((status) => this.#tickets.filter((ticket) => ticket.status === status)),
      ...assignees.map((name) => unfinished.filter(({ assignee }) => assignee === name)),
    ];
    return {
      rows: rows.map(textOf),
      total: unfinished.length,
      counts: counts.map(({ length }) => `${length}`),
    };
  }

  #find(id) {
    return this.#tickets.find((ticket) => ticket.id === id);
  }
}
