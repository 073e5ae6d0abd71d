/** One thing that a response has said: at the time of its request, the members of an entity. */
interface Statement {
  readonly at: number;
  readonly members: Members;
  /** False: it may have been lost in a crash. */
  isSure: boolean;
  readonly arrivedAt: number;
}

export type Members = Readonly<Record<string, unknown>>;

interface Person {
  readonly name: string;
  readonly email: string;
  readonly bio: string | null;
  readonly boss: string | undefined;
}

/** A server of persons and their notes; each endpoint answers with other members. */
export class TruthServer {
  readonly persons = new Map<string, Person>();
  readonly notes = new Map<string, { readonly text: string; readonly author: string }>();
  /** The persons who had no bio: tabs do not see that a value is back. */
  readonly #hadNone = new Set<string>();
  #count = 0;

  constructor() {
    for (const id of ['1', '2', '3']) this.put(id);
    for (const author of ['1', '1', '2']) this.addNote(author);
  }

  #text(member: string): string {
    return `${member} ${++this.#count}`;
  }

  /** Makes a person, or changes all of its members. */
  put(id: string): void {
    const boss = id === '1' ? undefined : '1';
    const hasNone = this.#count % 3 === 0 && !this.#hadNone.has(id);
    if (hasNone) this.#hadNone.add(id);
    const bio = hasNone ? null : this.#text('bio');
    this.persons.set(id, { name: this.#text('name'), email: this.#text('email'), bio, boss });
  }

  rename(id: string): void {
    const known = this.persons.get(id);
    if (known) this.persons.set(id, { ...known, name: this.#text('name') });
  }

  addNote(author: string): string {
    const id = `n${++this.#count}`;
    this.notes.set(id, { text: this.#text('text'), author });
    return id;
  }

  // --- responses

  pick(id: string, names: readonly (keyof Person)[]): Members {
    const person = this.persons.get(id)!;
    return { id, ...Object.fromEntries(names.map((name) => [name, person[name]])) };
  }

  detail(id: string): Members | undefined {
    const person = this.persons.get(id);
    if (!person) return undefined;
    const { boss } = person;
    const nested = boss && this.persons.has(boss) ? this.pick(boss, ['name']) : null;
    return { ...this.pick(id, ['name', 'email', 'bio']), boss: nested };
  }

  list(names: readonly (keyof Person)[]): Members[] {
    return [...this.persons.keys()].map((id) => this.pick(id, names));
  }

  note(id: string): Members {
    const { text, author } = this.notes.get(id)!;
    return { id, text, author };
  }

  notesOf(author: string): Members[] {
    return [...this.notes]
      .filter(([, note]) => note.author === author)
      .map(([id]) => this.note(id));
  }
}

/** What the responses to a program have said. */
export class Statements {
  readonly #of = new Map<string, Statement[]>();
  readonly #removed = new Map<string, number>();
  readonly #unsure = new Map<string, number>();

  /** Notes a response that has arrived: every object in it that has an id. */
  note(body: unknown, at: number, arrivedAt = at): void {
    if (typeof body !== 'object' || body === null) return;
    const members = body as Members;
    if (typeof members.id === 'string') {
      const known = this.#of.get(members.id) ?? [];
      known.push({ at, members, isSure: true, arrivedAt });
      this.#of.set(members.id, known);
    }
    for (const value of Object.values(body)) this.note(value, at, arrivedAt);
  }

  remove(id: string, at: number): void {
    this.#removed.set(id, at);
  }

  /** After a crash, the last removals and responses may not be stored. */
  crashed(since: number): void {
    for (const statement of [...this.#of.values()].flat()) {
      statement.isSure &&= statement.arrivedAt < since;
    }
    for (const [id, at] of this.#removed) {
      if (at < since) continue;
      this.#removed.delete(id);
      this.#unsure.set(id, at);
    }
  }

  wasRemoved(id: string, since: number): boolean {
    return Math.max(this.#removed.get(id) ?? -1, this.#unsure.get(id) ?? -1) > since;
  }

  /** Whether the entity was removed after a time, and no response has brought it again. */
  isGone(id: string, since: number): boolean {
    const removed = this.#removed.get(id) ?? -1;
    return removed > since && !(this.#of.get(id) ?? []).some(({ at }) => at > removed);
  }

  /**
   * The values of a member that count for a result: of its response or the last later request, and
   * of those that may have been lost since.
   */
  valuesOf(id: string, member: string, since: number): readonly unknown[] {
    let from = Math.max(since, this.#removed.get(id) ?? -1);
    const said = (this.#of.get(id) ?? []).filter(({ members }) => members[member] !== undefined);
    for (const { at, isSure } of said) if (isSure) from = Math.max(from, at);
    return said.filter(({ at }) => at >= from).map(({ members }) => members[member]);
  }
}
