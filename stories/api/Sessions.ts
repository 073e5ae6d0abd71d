const PASSWORD = 'river';

/** A private note of a user. */
export interface NoteRecord {
  readonly id: number;
  readonly text: string;
}

const texts: Readonly<Record<string, readonly string[]>> = {
  1: ['Ask for the key of the upper lock', 'Buy paint for the jetty', 'Call the ferry man'],
  2: ['Learn the knots for Saturday', 'Return the borrowed oars'],
};

/** Who is logged in. The built-in cookie `session=hunter2` belongs to the first user. */
export class Sessions {
  readonly #users = new Map<string, string>();
  #count = 0;

  constructor() {
    this.reset();
  }

  /** Ends all sessions, except that of the cookie. */
  reset(): void {
    this.#users.clear();
    this.#users.set('hunter2', '1');
  }

  /** The token of a session; none if the password is wrong. */
  start(userId: unknown, password: unknown): string | undefined {
    if (typeof userId !== 'string' || password !== PASSWORD) return undefined;
    const token = `session-${++this.#count}`;
    this.#users.set(token, userId);
    return token;
  }

  end(token: string): void {
    this.#users.delete(token);
  }

  /** The id of the user of a session. */
  userOf(token: string): string | undefined {
    return this.#users.get(token);
  }

  notesOf(userId: string): readonly NoteRecord[] {
    const own = texts[userId] ?? ['Nothing to remember'];
    return own.map((text, index) => ({ id: Number(userId) * 100 + index, text }));
  }
}
