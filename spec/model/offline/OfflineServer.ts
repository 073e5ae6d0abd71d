/** A request as the server gets it. */
export interface Arrival {
  readonly key: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  resolve(response: unknown): void;
  reject(error: unknown): void;
}

/** How the network and the server treat a request. */
export type Fate = 'success' | 'lost response' | 'no connection' | 503 | 422 | 401;

/** A server that honours the idempotency key, and counts what it does. */
export class OfflineServer {
  readonly inFlight: Arrival[] = [];
  /** The keys in the order of their effects. */
  readonly effects: string[] = [];
  /** The same by entity. */
  readonly effectsOf = new Map<string, string[]>();
  /** The entities, in the order of the list. */
  readonly titles = new Map(['a', 'b', 'c'].map((id) => [id, '']));
  /** The ids of created entities, by the titles with which they were created. */
  readonly created = new Map<string, string>();
  /** The request of each try. */
  readonly tries: Arrival[] = [];
  readonly #responses = new Map<string, unknown>();
  #lastId = 0;

  send(key: string, name: string, args: Arrival['args']): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const arrival = { key, name, args, resolve, reject };
      this.inFlight.push(arrival);
      this.tries.push(arrival);
    });
  }

  /** Lets a request come to its end. */
  end(arrival: Arrival, fate: Fate): void {
    this.inFlight.splice(this.inFlight.indexOf(arrival), 1);
    // It repeats its first response, unless it cannot look it up.
    const isKnown = fate === 422 && this.#responses.has(arrival.key);
    if (typeof fate === 'number' && !isKnown) {
      arrival.reject(Object.assign(new Error(`status ${fate}`), { status: fate }));
      return;
    }
    const response = fate === 'no connection' ? undefined : this.#take(arrival);
    if (fate === 'success' || isKnown) arrival.resolve(response);
    else arrival.reject(new TypeError('Failed to fetch'));
  }

  /** The user is gone, and with it all connections. */
  drop(): void {
    this.inFlight.length = 0;
  }

  #take({ args, key, name }: Arrival): unknown {
    const known = this.#responses.get(key);
    if (known !== undefined) return known;
    this.effects.push(key);
    const id = name === 'create' ? `r${++this.#lastId}` : String(args['id']);
    this.titles.set(id, String(args['title']));
    if (name === 'create') this.created.set(String(args['title']), id);
    this.effectsOf.set(id, [...(this.effectsOf.get(id) ?? []), key]);
    const response = { id, title: args['title'] };
    this.#responses.set(key, response);
    return response;
  }
}
