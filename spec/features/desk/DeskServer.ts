/** Args of reads and mutations. */
export type Args = Readonly<Record<string, unknown>>;

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly type: 'user';
}

interface TicketRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly rank: number;
  readonly project: string;
  readonly assignee: string | null;
  readonly type: 'ticket';
}

interface ProjectRow {
  readonly id: string;
  readonly title: string;
}

const NO_TICKET = { title: '', status: '', rank: 0, project: '', assignee: null } as const;

/** A refusal of the server. */
function failure(status: number): Error {
  const response = { headers: new Headers() };
  return Object.assign(new Error(`status ${status}`), { status, response });
}

/** The server of a support desk. It honours idempotency keys. */
export class DeskServer {
  readonly users = new Map<string, UserRow>();
  readonly #tickets = new Map<string, TicketRow>();
  readonly #projects = new Map<string, ProjectRow>();
  /** What it has responded, by idempotency key. */
  readonly #responses = new Map<string, unknown>();
  #next = 10;

  constructor() {
    for (const id of ['1', '2']) this.users.set(id, { id, name: `User ${id}`, type: 'user' });
    for (const id of ['p1', 'p2']) this.#projects.set(id, { id, title: `Project ${id}` });
    const rows = [
      ['1', 'open', 'p1', '1'],
      ['2', 'closed', 'p1', '2'],
      ['3', 'open', 'p2', null],
    ] as const;
    for (const [id, status, project, assignee] of rows) {
      const rank = Number(id) * 10;
      const row = { id, title: `Ticket ${id}`, status, rank, project, assignee, type: 'ticket' };
      this.#tickets.set(id, row as TicketRow);
    }
  }

  /** The response to a read; an `Error` if the server has nothing. */
  read(name: string, args: Args = {}): unknown {
    const id = String(args['id']);
    switch (name) {
      case 'getTicket':
        return this.ticket(id) ?? failure(404);
      case 'getTickets':
        return this.#list(args);
      case 'getPage':
        return { items: this.#list(args), total: this.#list(args).length };
      case 'getProject': {
        const project = this.#projects.get(id);
        return project ? { ...project, tickets: this.#list({ project: id }) } : failure(404);
      }
      case 'getUser':
        return this.users.get(id) ?? failure(404);
      case 'getFeed':
        return [...this.users.values(), ...this.#list({})];
      default:
        return [...this.users.values()];
    }
  }

  /** The response to a mutation; an `Error` if it is refused. */
  write(name: string, args: Args, key: string | undefined): unknown {
    if (JSON.stringify(args).includes('optimistic:')) throw new Error('A placeholder was sent.');
    if (key !== undefined && this.#responses.has(key)) return this.#responses.get(key);
    const response = args['title'] === 'refused' ? failure(422) : this.#write(name, args);
    if (key !== undefined && !(response instanceof Error)) this.#responses.set(key, response);
    return response;
  }

  /** A ticket with its assignee. */
  ticket(id: string): object | undefined {
    const row = this.#tickets.get(id);
    return row && { ...row, assignee: this.users.get(row.assignee ?? '') ?? null };
  }

  #list(args: Args): readonly unknown[] {
    const isIn = (row: TicketRow): boolean =>
      Object.entries(args).every(([name, value]) => row[name as keyof TicketRow] === value);
    const rows = [...this.#tickets.values()].filter(isIn).sort((a, b) => a.rank - b.rank);
    return rows.map((row) => this.ticket(row.id));
  }

  #write(name: string, args: Args): unknown {
    const id = String(args['id']);
    switch (name) {
      case 'createTicket':
        return this.#save(`${this.#next++}`, args);
      case 'editTicket':
        return this.#tickets.has(id) ? this.#save(id, args) : failure(404);
      case 'editTickets': {
        // The cast holds: see the history.
        const known = (args['ids'] as string[]).filter((each) => this.#tickets.has(each));
        return known.map((each) => this.#save(each, { status: args['status'] }));
      }
      case 'removeTicket':
        return this.#tickets.delete(id) ? { id } : failure(404);
      case 'createProject': {
        const project = { id: `p${this.#next++}`, title: String(args['title']) };
        this.#projects.set(project.id, project);
        return { ...project, tickets: [] };
      }
      case 'removeUser':
        for (const row of this.#tickets.values()) {
          if (row.assignee === id) this.#tickets.set(row.id, { ...row, assignee: null });
        }
        return this.users.delete(id) ? { id } : failure(404);
      default:
        return this.#saveUser(name === 'createUser' ? `${this.#next++}` : id, args);
    }
  }

  #save(id: string, { assignee, ...args }: Args): unknown {
    const row = { ...NO_TICKET, ...this.#tickets.get(id), ...args, id, type: 'ticket' as const };
    // An assignee comes by id, or with a change of the user.
    const user = Object(assignee) as Partial<UserRow>;
    if (user.id !== undefined && this.users.has(user.id)) this.#saveUser(user.id, { ...user });
    const next = assignee === undefined ? row.assignee : (user.id ?? assignee);
    // The cast holds: args are those of the history.
    this.#tickets.set(id, { ...row, assignee: next as string | null });
    return this.ticket(id);
  }

  #saveUser(id: string, args: Args): unknown {
    if (args['id'] !== undefined && !this.users.has(id)) return failure(404);
    // The cast holds: args are those of the history.
    const user = { id, name: args['name'] as string, type: 'user' } as const;
    this.users.set(id, user);
    return user;
  }
}
