import { statusOf } from '../model/Docs.ts';
import type { KeySpec } from '../model/keys.ts';
import { compareNames, LISTS } from '../model/ListSpec.ts';
import type { Email } from '../operations/Operation.ts';

/** A user as the server has it. */
export interface ServerUser {
  readonly id: string;
  readonly name: string;
  readonly email: Email;
}

/** A document as the server sends it. */
export interface ServerDoc {
  readonly id: string;
  readonly rev: number;
  readonly status: string;
}

/** The users in the body of a read's response. */
export function usersIn({ kind, isNested }: KeySpec, body: unknown): readonly ServerUser[] {
  if (kind === 'raw') return [];
  const users = isNested ? (body as { readonly users: ServerUser[] }).users : body;
  return [users as ServerUser | ServerUser[]].flat();
}

/** The body of a list's response. */
export function bodyOfList(
  { list, isNested }: { readonly list?: string; readonly isNested?: boolean },
  users: readonly unknown[],
): unknown {
  return isNested ? { id: list, users } : users;
}

/** A request as the server receives it. */
export type ServerCall =
  | { readonly verb: 'detail' | 'remove' | 'doc'; readonly id: string }
  | { readonly verb: 'list' | 'brief' | 'raw' | 'docs' }
  | { readonly verb: 'team'; readonly list: string; readonly isNested?: boolean }
  | { readonly verb: 'change'; readonly ids: readonly string[]; readonly part: Partial<ServerUser> }
  | { readonly verb: 'append'; readonly id: string; readonly text: string }
  | { readonly verb: 'create'; readonly part: Partial<ServerUser> };

/** The server's reply: a body, or a refusal. */
export type ServerReply = { readonly body: unknown } | { readonly refusal: string };

/** A version of a document. */
export function docOf(id: string, rev: number): ServerDoc {
  return { id, rev, status: statusOf(rev) };
}

/** Responses to the removal of a created user. They do not name the user. */
const SILENCE = [null, {}, 'gone'];

/**
 * A deterministic server. It handles a call at a moment of its own: neither when the call is sent
 * nor when its reply is delivered. The user `1` cannot be removed, so lists are never empty.
 */
export class FakeServer {
  readonly users = new Map<string, ServerUser>();
  /** The versions of the documents. */
  readonly #revs = new Map([
    ['d1', 1],
    ['d2', 2],
  ]);
  #created = 0;

  constructor() {
    for (const id of ['1', '2', '3']) {
      this.users.set(id, { id, name: `name ${id}`, email: id === '3' ? 'b' : 'a' });
    }
  }

  handle(call: ServerCall): ServerReply {
    switch (call.verb) {
      case 'detail':
        return this.#reply([call.id], (users) => users[0]);
      case 'list':
        return { body: [...this.users.values()] };
      case 'doc':
        return { body: this.#doc(call.id) };
      case 'docs':
        return { body: [...this.#revs.keys()].map((id) => this.#doc(id)) };
      case 'team':
        return { body: bodyOfList(call, this.#members(call.list)) };
      case 'brief':
        return { body: [...this.users.values()].map(({ id, name }) => ({ id, name })) };
      case 'raw':
        return { body: { count: this.users.size, first: { ...this.users.get('1') } } };
      case 'change':
        if (call.ids.every((id) => this.users.has(id))) {
          for (const id of call.ids) this.users.set(id, { ...this.users.get(id)!, ...call.part });
        }
        return this.#reply(call.ids, (users) => (call.ids.length === 1 ? users[0] : users));
      case 'append': {
        const user = this.users.get(call.id);
        if (user) this.users.set(call.id, { ...user, name: user.name + call.text });
        return this.#reply([call.id], (users) => users[0]);
      }
      case 'create': {
        const id = `${10 + this.#created++}`;
        this.users.set(id, { id, name: `name ${id}`, email: `email ${id}`, ...call.part });
        return this.#reply([id], (users) => users[0]);
      }
      case 'remove':
        if (call.id === '1') return { refusal: '403' };
        this.users.delete(call.id);
        return { body: Number(call.id) < 10 ? call.id : SILENCE[Number(call.id) % 3] };
    }
  }

  /** Gives a document its next version. */
  edit(id: string): void {
    this.#revs.set(id, this.#revs.get(id)! + 1);
  }

  /** The users of a list, in its order. */
  #members(name: string): readonly ServerUser[] {
    const { matches, isSorted } = LISTS[name];
    const members = [...this.users.values()].filter((user) => matches(user) === true);
    return isSorted ? members.sort(compareNames) : members;
  }

  #doc(id: string): ServerDoc {
    return docOf(id, this.#revs.get(id)!);
  }

  /** Replies with the users, or with 404 if one is missing. */
  #reply(ids: readonly string[], bodyOf: (users: readonly ServerUser[]) => unknown): ServerReply {
    const users = ids.flatMap((id) => this.users.get(id) ?? []);
    return users.length === ids.length ? { body: bodyOf(users) } : { refusal: '404' };
  }
}
