import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { isCopyable } from '../../shared/codec/isCopyable.ts';
import type { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { listOf, textOf } from '../../shared/codec/valueCodec.ts';
import { keysOf, readKeys, readPairs } from '../channel/rowKeys.ts';
import { sessionOf } from '../channel/StoreSession.ts';
import { type LinkedTab, TabLink, type TabMessage } from '../channel/TabLink.ts';
import type { OfflineSettings } from './OfflineOptions.ts';
import { SendLock } from './SendLock.ts';

/** What another tab has done with mutations: the storage has them, or does not have them any more. */
export interface MutationNews {
  /** Default: the tab has missed messages, so any mutation may have changed. */
  readonly ids?: readonly string[] | undefined;
  /** Why the storage does not have them. Default: it has them. */
  readonly outcome?: 'done' | 'discarded' | undefined;
  /** What the server has responded to the only one of them. */
  readonly response?: unknown;
  /** The rows that it has changed. */
  readonly rows?: EntityKeySet | undefined;
  /** The real pks of entities that it has created, by placeholder id. */
  readonly pks?: ReadonlyMap<string, string> | undefined;
}

/** Takes over what other tabs have done. */
interface NewsLoader {
  load(news?: MutationNews): Promise<void>;
}

/** Sends the mutations of this tab. */
interface TabSender {
  lockChanged(): void;
  setPaused(isPaused: boolean, isNews: true): void;
}

/** The messages between the tabs of an outbox, and the lock of the tab that sends. */
export class OutboxTabs implements LinkedTab {
  /** `undefined` where there are no locks. */
  lock: SendLock | undefined;
  readonly #internals: StoreInternals;
  readonly #loader: NewsLoader;
  readonly #sender: TabSender;
  readonly #link: TabLink | undefined;

  constructor(
    internals: StoreInternals,
    { channel, locks, name }: OfflineSettings,
    loader: NewsLoader,
    sender: TabSender,
  ) {
    const { version = 1 } = sessionOf(internals).stored ?? {};
    const link =
      channel && new TabLink(internals, channel, { name: `${name}:outbox`, version }, this);
    this.#internals = internals;
    this.#loader = loader;
    this.#sender = sender;
    this.#link = link;
    const beat = link && ((): void => void link.post('beat'));
    // Without messages, the storage may have more than this tab knows.
    const changed = (): void => (link ? sender.lockChanged() : void loader.load());
    const denied = (): void => {
      this.lock = undefined;
      changed();
    };
    this.lock = locks && new SendLock(internals, locks, name, { beat, changed, denied });
  }

  /** Whether news of other tabs come by messages. */
  get hasNews(): boolean {
    return this.#link !== undefined;
  }

  /**
   * Sends other tabs the changes that this one has made to mutations. `areOwn`: none of them was
   * claimed by another tab. What that does with them decides.
   */
  changed(
    { ids = [], outcome, pks = new Map(), response, rows }: MutationNews,
    areOwn = true,
  ): void {
    if (ids.length === 0) return;
    if (!areOwn) void this.#loader.load({ ids });
    const isShared = isCopyable(response);
    this.#link?.post('changed', {
      ids,
      pks: [...pks],
      rows: keysOf(rows),
      ...(outcome && { outcome }),
      ...(isShared && { response }),
    });
  }

  /** Has other tabs pause, or resume. */
  paused(isPaused: boolean): void {
    this.#link?.post('paused', { isPaused });
  }

  /** The user has logged out. */
  reset(): void {
    this.lock?.leave();
    if (!sessionOf(this.#internals).isFollowed) this.#link?.logOut();
  }

  end(): void {
    this.lock?.leave();
    this.#link?.end();
  }

  read({ type, ids, isPaused, outcome, pks, response, rows }: TabMessage): () => void {
    switch (type) {
      case 'changed': {
        const news: MutationNews = {
          ids: listOf(ids).map(textOf),
          outcome: outcome === 'done' || outcome === 'discarded' ? outcome : undefined,
          pks: new Map(readPairs(pks)),
          rows: readKeys(rows),
          response,
        };
        return () => void this.#loader.load(news);
      }
      case 'paused':
        return () => this.#sender.setPaused(isPaused === true, true);
      default:
        return () => type === 'beat' && this.lock?.heard();
    }
  }

  left(): void {}

  returned(): void {
    void this.#loader.load();
  }
}
