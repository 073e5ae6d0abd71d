import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { listsOf, putRows, rulesAction, withRules } from './sentLists.ts';

/** When the key of a page arrived. */
interface Arrival {
  /** The last seq before that. */
  readonly seq: number;
  /** Ms since epoch. */
  readonly at: number;
}

/**
 * The lists that pages have brought. Each follows its members by the rules of its collection from the
 * first read of its key on. If something of it has changed before, the key is fetched once more.
 */
export class PageLists implements StoreFeature {
  readonly #internals: StoreInternals;
  /** The endpoint keys without a stream. */
  readonly #unread = new Map<string, Arrival>();

  constructor(internals: StoreInternals) {
    this.#internals = internals;
    internals.streams.made = (stream) => {
      const arrival = this.#unread.get(stream.key);
      if (arrival) this.#read(stream, arrival, true);
    };
  }

  reset(): void {
    this.#unread.clear();
  }

  end(): void {
    this.reset();
  }

  /** A page has brought results of these keys. */
  arrived(keys: Iterable<string>): void {
    const { clock, requests, streams } = this.#internals;
    const arrival = { seq: requests.lastSeq, at: clock.now() };
    for (const key of this.#unread.keys()) if (!streams.listed.has(key)) this.#unread.delete(key);
    for (const key of keys) {
      const stream = streams.at(key);
      if (stream) this.#read(stream, arrival, false);
      else this.#unread.set(key, arrival);
    }
  }

  /** `isNew`: the stream is being made, maybe by a component that renders. */
  #read(stream: EndpointStream, arrival: Arrival, isNew: boolean): void {
    this.#unread.delete(stream.key);
    const lists = listsOf(stream.endpoint.schema);
    if (lists.rules.size === 0) return;
    const { commits, invalidation, requests } = this.#internals;
    const { epoch } = commits;
    const adopt = (): boolean => {
      if (this.#internals.isOver || commits.epoch !== epoch) return true;
      const table = commits.latest.confirmed;
      const rows = withRules(table, lists, stream.root);
      if (rows.length === 0) return false;
      const isBehind = this.#hasChanged(table, lists.entityKeys, arrival);
      const seq = requests.nextSeq();
      commits.batch(() => {
        commits.dispatch(rulesAction(rows, seq), putRows);
        if (isBehind) invalidation.expire([stream.key], seq);
      });
      return true;
    };
    // A component that renders must not change others; a batch may be open.
    if (isNew || !adopt()) runInMicrotask(adopt);
  }

  #hasChanged(table: EntityTable, entityKeys: ReadonlySet<string>, { at, seq }: Arrival): boolean {
    for (const { key, pk } of table.known()) {
      const meta = table.meta(key, pk);
      if (meta && entityKeys.has(key) && (meta.seq > seq || meta.receivedAt > at)) return true;
    }
    return false;
  }
}
