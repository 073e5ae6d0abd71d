import type { WebSocket } from 'ws';

/** A post of the journal. Newer posts have higher ids. */
export interface JournalPost {
  readonly id: number;
  readonly title: string;
  readonly place: string;
}

const COUNT = 10_000;
const PAGE_SIZE = 50;
const places = ['Upper reach', 'Old mill', 'East bank', 'Reed belt', 'Delta'];
const subjects = ['Gauge reading', 'Bird count', 'Water sample', 'Path report', 'Night watch'];

/** A journal of 10,000 posts, the newest first. Sockets get new posts. */
export class Journal {
  #posts: JournalPost[] = [];
  #failsThirdPage = true;
  readonly #sockets = new Set<WebSocket>();

  constructor() {
    this.reset();
  }

  reset(): void {
    this.#posts = Array.from({ length: COUNT }, (_, index) => post(COUNT - index));
    this.#failsThirdPage = true;
  }

  /** The posts after the one with the id `after`. The third page fails once. */
  page(after: number): { results: readonly JournalPost[]; next: string } | undefined {
    const start = this.#posts.findIndex(({ id }) => id < after);
    const from = start < 0 ? this.#posts.length : start;
    if (this.#failsThirdPage && from >= 2 * PAGE_SIZE) {
      this.#failsThirdPage = false;
      return undefined;
    }
    const results = this.#posts.slice(from, from + PAGE_SIZE);
    const hasMore = from + PAGE_SIZE < this.#posts.length;
    return { results, next: hasMore ? `${results.at(-1)?.id}` : '' };
  }

  /** Adds a post and sends it to all sockets. */
  add(): JournalPost {
    const added = post((this.#posts[0]?.id ?? 0) + 1);
    this.#posts.unshift(added);
    for (const socket of this.#sockets) socket.send(JSON.stringify(added));
    return added;
  }

  readonly connect = (socket: WebSocket): void => {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  };
}

function post(id: number): JournalPost {
  const subject = subjects[id % subjects.length];
  return { id, title: `${subject} ${id}`, place: places[(id * 7) % places.length] };
}
