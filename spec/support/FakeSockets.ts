import type { SocketConstructor } from '../../src/features/live/webSocketSource.ts';

type Listener = (event: never) => void;

/** A socket that the spec controls; everything happens synchronously. */
export class FakeSocket {
  readonly url: string;
  readonly protocols: string | string[] | undefined;
  binaryType = 'blob';
  /** The sent messages; JSON is parsed. */
  readonly sent: unknown[] = [];
  closedWith: number | 'terminated' | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(url: string, protocols?: string | string[]) {
    this.url = url;
    this.protocols = protocols;
  }

  readonly addEventListener = (type: string, listener: Listener): void => {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
  };

  readonly removeEventListener = (type: string, listener: Listener): void => {
    this.#listeners.get(type)?.delete(listener);
  };

  send(data: string | ArrayBuffer): void {
    this.sent.push(typeof data === 'string' && /^[[{"]/.test(data) ? JSON.parse(data) : data);
  }

  close(code = 1005): void {
    this.closedWith ??= code;
  }

  terminate(): void {
    this.closedWith ??= 'terminated';
  }

  get isOpen(): boolean {
    return this.closedWith === undefined;
  }

  // --- the server's side

  open(): this {
    this.#emit('open', {});
    return this;
  }

  /** A message, as JSON. */
  push(message: unknown): void {
    this.pushRaw(JSON.stringify(message));
  }

  pushRaw(data: unknown): void {
    this.#emit('message', { data });
  }

  lose(code = 1006, reason = ''): void {
    this.closedWith ??= code;
    this.#emit('error', { error: new Error('lost') });
    this.#emit('close', { code, reason });
  }

  #emit(type: string, event: object): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event as never);
  }
}

/** The sockets in the order of their creation; `Socket` is the constructor to pass to a source. */
export class FakeSockets {
  readonly made: FakeSocket[] = [];
  readonly Socket: SocketConstructor;

  constructor() {
    const { made } = this;
    this.Socket = class extends FakeSocket {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        made.push(this);
      }
    };
  }

  get count(): number {
    return this.made.length;
  }

  get last(): FakeSocket {
    const last = this.made.at(-1);
    if (!last) throw new Error('There is no socket.');
    return last;
  }

  /** How many sockets are not closed. */
  get open(): number {
    return this.made.filter(({ isOpen }) => isOpen).length;
  }
}
