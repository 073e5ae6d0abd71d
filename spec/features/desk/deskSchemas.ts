import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import type { Args } from './DeskServer.ts';

export class User extends Entity {
  id = '';
  name = '';
  type = 'user';
  static override readonly key = 'User';
}

export class Ticket extends Entity {
  id = '';
  title = '';
  status = '';
  rank = 0;
  project = '';
  assignee: User | null = null;
  type = 'ticket';
  static override readonly key = 'Ticket';
  static override schema = { assignee: User };
}

const byRank = (a: { readonly rank: number }, b: { readonly rank: number }): number =>
  a.rank - b.rank;
const tickets = new Collection([Ticket], { sort: byRank });

export class Project extends Entity {
  id = '';
  title = '';
  tickets: Ticket[] = [];
  static override readonly key = 'Project';
  static override schema = {
    tickets: new Collection([Ticket], { nestKey: ({ id }) => ({ project: id }), sort: byRank }),
  };
}

const allUsers = new All(User, { complete: true });

/** The schemas of the reads, by name. */
export const READ_SCHEMAS: Readonly<Record<string, unknown>> = {
  getTicket: Ticket,
  getTickets: tickets,
  getPage: { items: tickets, total: tickets.count },
  getProject: Project,
  getUsers: allUsers,
  getUserCount: new Query(allUsers, (users) => users.length),
  getFeed: [new Union({ ticket: Ticket, user: User }, 'type')],
  getUserMap: new Values(User),
  getUser: User,
};

/** A page of the program: a read, and its args. */
export type Page = readonly [name: string, args?: Args];

export const PAGES: readonly Page[] = [
  ...['1', '2', '3'].map((id) => ['getTicket', { id }] as const),
  ['getTickets', {}],
  ['getTickets', { status: 'open' }],
  ['getTickets', { status: 'closed' }],
  ['getTickets', { project: 'p1' }],
  ['getPage', { status: 'open' }],
  ['getPage', { status: 'closed' }],
  ['getPage', { project: 'p1' }],
  ['getProject', { id: 'p1' }],
  ['getProject', { id: 'p2' }],
  ['getUsers'],
  ['getUserCount'],
  ['getFeed'],
  ['getUserMap'],
  ['getUser', { id: '1' }],
];

/** The schema of a mutation, and what it is expected to bring. */
export type Mutation = readonly [schema: unknown, expected: (args: Args) => unknown];

const asArgs = (args: Args): Args => args;

/** The mutations, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  createTicket: [tickets.push, asArgs],
  editTicket: [Ticket, asArgs],
  editTickets: [
    [Ticket],
    // The cast holds: see the history.
    ({ ids, status }) => (ids as string[]).map((id) => ({ id, status })),
  ],
  removeTicket: [new Invalidate(Ticket), asArgs],
  createUser: [User, asArgs],
  renameUser: [User, asArgs],
  removeUser: [new Invalidate(User), asArgs],
  createProject: [Project, (args) => ({ ...args, tickets: [] })],
};
