import type { Subject } from 'rxjs';
import { isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { countRowOf } from '../../data/schema/collection/listCounts.ts';
import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import { forEachEntity } from '../../data/schema/forEachEntity.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { replaceArgs } from '../../kernel/optimistic/layers.ts';
import {
  REAL_PKS,
  replacePlaceholders,
  withRealPks,
} from '../../kernel/optimistic/placeholders.ts';
import { acceptForeign } from '../../kernel/optimistic/queuedMutations.ts';
import { placeholderLost } from '../../kernel/requests/placeholderLost.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { Root } from '../../kernel/streams/RetainedSource.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import type { RowKey } from '../channel/rowKeys.ts';
import { replaceIds } from './createdIds.ts';
import type { MutationIds } from './MutationIds.ts';
import type { MutationList } from './MutationList.ts';
import type { OfflineSettings } from './OfflineOptions.ts';
import type { MutationNews } from './OutboxTabs.ts';
import type { SettledMutation } from './PendingMutation.ts';
import { ownersIn, type QueuedMutation } from './QueuedMutation.ts';
import { hydrateRows, restored } from './restored.ts';
import type { LoadedOutbox, StoredOutbox } from './StoredOutbox.ts';
import type { StoredMutation } from './storedMutations.ts';

/** The outbox of this tab. */
interface Outbox {
  readonly list: MutationList;
  readonly ids: MutationIds;
  /** Names this tab in claims. */
  readonly program: string;
  readonly settled: Subject<SettledMutation>;
  readonly stored: StoredOutbox | undefined;
  readonly sender: { run(): void };
  /** Reports a failure of the storage. */
  report(error: unknown): void;
  /** Shows the layer of a mutation that is to be sent. */
  send(mutation: QueuedMutation): void;
  refuse(mutation: QueuedMutation, error: Error): void;
  failHere(mutation: QueuedMutation, error: Error): void;
  drop(mutations: readonly QueuedMutation[]): void;
  settle(news: MutationNews & { readonly ids: readonly string[] }): Promise<void>;
}

/**
 * Takes over what the storage has: mutations of before a reload, and what other tabs have done since.
 * Messages only say where to look, so no message can be too late.
 */
export class OutboxLoader {
  readonly #internals: StoreInternals;
  readonly #settings: OfflineSettings;
  readonly #outbox: Outbox;
  /** Whether the mutations of before the reload are there. */
  #isLoaded = false;
  /** Resolves when the last news are taken over. */
  #taken: Promise<void> = Promise.resolve();

  constructor(internals: StoreInternals, settings: OfflineSettings, outbox: Outbox) {
    this.#internals = internals;
    this.#settings = settings;
    this.#outbox = outbox;
  }

  /** Takes over what another tab has done, or all. Never rejects. */
  load(news: MutationNews = {}): Promise<void> {
    const report = (error: unknown): void => this.#outbox.report(error);
    return (this.#taken = this.#taken.then(() => this.#load(news)).catch(report));
  }

  /** Takes over what the storage has of a mutation. */
  adopt(mutation: QueuedMutation, stored: StoredMutation): void {
    const { args, endpoint, key, name, owner, request, rows, status } = mutation;
    const { program } = this.#outbox;
    const hasChanged = stored.key !== key;
    mutation.take({ ...stored, name });
    // This tab may know more real pks than the one that has stored it.
    if (!hasChanged) Object.assign(mutation, { args, rows });
    const [tab, until = 0] = stored.claim ?? [];
    mutation.heldUntil = tab === program ? 0 : until;
    // A claim ends a wait, but not that after a try of this tab which has failed since.
    if (tab !== program) {
      mutation.nextTryAt = stored.nextTryAt;
      mutation.isWoken = false;
    }
    if (stored.failedAt !== undefined) {
      const error = mutation.error ?? new Error('Another tab has failed to send it.');
      if (status !== 'failed') this.#outbox.failHere(mutation, error);
    } else if (status === 'failed' && endpoint) {
      mutation.revive();
      this.#outbox.send(mutation);
    } else if (hasChanged && request) {
      request.args = stored.args;
      replaceArgs(this.#internals.requests, owner, stored.args);
    }
  }

  /** Another tab has sent a mutation. */
  #settledElsewhere(mutation: QueuedMutation, { pks = new Map(), response }: MutationNews): void {
    const { commits } = this.#internals;
    const { list, settled } = this.#outbox;
    const { args, id, name, request } = mutation;
    commits.batch(() => {
      hydrateRows(commits, { pks, rows: [] });
      replaceIds(list.all, pks);
      list.remove([mutation]);
      if (request) acceptForeign(request, response ?? mutation.response);
    });
    this.#expireHere(mutation);
    settled.next({ id, name, args, outcome: 'done' });
  }

  /** Refuses mutations that were made, in any tab, when the creation they refer to had failed. */
  refuseLost(): void {
    const { list } = this.#outbox;
    for (const mutation of list.toSend) {
      const { parents, request } = mutation;
      const isLost = [...parents].some(
        (owner) => (list.of(owner)?.status ?? 'failed') === 'failed',
      );
      if (isLost && request) this.#outbox.refuse(mutation, placeholderLost(request));
    }
  }

  /**
   * What the storage has: all, if news refer to what this tab has not heard of. Real pks come with
   * mutations whose args have them: earlier ones of the same entity have its placeholder id here.
   */
  async #read(ids?: readonly string[]): Promise<LoadedOutbox | undefined> {
    const { clock, commits } = this.#internals;
    const { list, stored } = this.#outbox;
    const placeholders = new Set<string>();
    for (const { args, parents } of list.all) {
      if (parents.size > 0) replacePlaceholders(args, (each) => void placeholders.add(each));
    }
    const rootsOf = (rows: readonly RowKey[]): readonly Root[] => this.#rootsOf(rows);
    const loaded = await stored?.load(clock.now(), rootsOf, ids, [...placeholders]);
    if (!loaded || !ids) return loaded;
    const known = new Set(
      [...list.all, ...loaded.mutations.map(([, each]) => each)].map(({ owner }) => owner),
    );
    const lacksParent = ([, { args }]: LoadedOutbox['mutations'][number]): boolean =>
      [...ownersIn(withRealPks(args, commits.inSlot(REAL_PKS)))].some((owner) => !known.has(owner));
    return loaded.mutations.some(lacksParent) ? stored?.load(clock.now(), rootsOf) : loaded;
  }

  /** The rows that this tab lacks, of those that mutations change. */
  #rootsOf(rows: readonly RowKey[]): readonly Root[] {
    const { confirmed } = this.#internals.commits.latest;
    const classes: EntityClass[] = [];
    const seen = new Set<object>();
    for (const { schema } of this.#settings.endpoints.values()) {
      forEachEntity(schema, seen, (entity) => classes.push(entity));
    }
    return rows.flatMap(([kind, stored]) => {
      if (confirmed.meta(kind, stored)) return [];
      // Each class may nest something else.
      const own = [...classes.filter(({ key }) => key === kind), ...listClassesOf(kind)];
      return own.map((schema): Root => ({ schema, stored }));
    });
  }

  async #load(news: MutationNews): Promise<void> {
    const { commits } = this.#internals;
    const { ids, list, sender } = this.#outbox;
    const { epoch } = commits;
    try {
      const loaded = await this.#read(news.ids);
      if (!loaded || this.#internals.isOver || epoch !== commits.epoch) return;
      const last = loaded.mutations.at(-1)?.[0] ?? '';
      if (this.#isLoaded) ids.follow(last);
      else list.follow(last, ids);
      this.#isLoaded = true;
      const known = new Map(list.all.map((each) => [each.id, each]));
      const gone = new Set(news.ids ?? known.keys());
      const refused: (readonly [QueuedMutation, Error])[] = [];
      const before = commits.latest.confirmed;
      commits.batch(() => {
        hydrateRows(commits, { ...loaded, pks: new Map([...loaded.pks, ...(news.pks ?? [])]) });
        for (const [id, stored] of loaded.mutations) {
          gone.delete(id);
          const refusal = this.#found(id, stored, known.get(id), news.ids === undefined);
          if (refusal) refused.push(refusal);
        }
        for (const id of gone) this.#gone(known.get(id), news);
        replaceIds(list.all, commits.inSlot(REAL_PKS));
      });
      this.#outbox.stored?.loaded(loaded.rows, before);
      for (const [mutation, error] of refused) this.#outbox.refuse(mutation, error);
      this.refuseLost();
    } finally {
      sender.run();
      list.changed();
    }
  }

  /** The storage has a mutation. Returns why it cannot be sent. */
  #found(
    id: string,
    stored: StoredMutation,
    known: QueuedMutation | undefined,
    isStart: boolean,
  ): readonly [QueuedMutation, Error] | undefined {
    const { list } = this.#outbox;
    if (known) {
      if (known.isStored) this.adopt(known, stored);
      return undefined;
    }
    const { clock, requests } = this.#internals;
    const seq = list.seqOf(id) ?? requests.nextSeq();
    const own = { reporter: this.#internals, seq };
    const found = restored(id, stored, this.#settings, own, clock.now());
    if (!found) {
      void this.#outbox.settle({ ids: [id], outcome: 'discarded' });
      return undefined;
    }
    const { mutation, refusal } = found;
    // A program that starts tries at once.
    mutation.isWoken = isStart;
    list.add(mutation);
    mutation.heldUntil = stored.claim?.[1] ?? 0;
    if (refusal) return [mutation, refusal];
    if (mutation.status === 'waiting') this.#outbox.send(mutation);
    return undefined;
  }

  /** The storage does not have a mutation any more. */
  #gone(mutation: QueuedMutation | undefined, news: MutationNews): void {
    if (!mutation) {
      // It was made and settled before this tab knew of it. An empty pk stands for lists of this tab.
      const { rows } = news;
      const table = this.#internals.commits.latest.confirmed;
      rows?.forEach((key, pk) => {
        if (pk === '') for (const [each] of table.entries(key)) rows.add(key, each);
      });
      return this.#expireHere(news);
    }
    // One that is settled here is deleted by this tab.
    if (!mutation.isStored || mutation.request?.isSettled) return;
    if (news.outcome === 'discarded') this.#outbox.drop([mutation]);
    // Else the message of its end comes later.
    else if (news.outcome === 'done' || !news.ids) this.#settledElsewhere(mutation, news);
  }

  /** Has the entities fetched that a mutation may have changed. */
  expire({ rows }: Pick<MutationNews, 'rows'>): void {
    const { requests } = this.#internals;
    const removed = new EntityKeySet();
    if (rows) requests.onConflict({ keys: [], rows, removed, seq: requests.nextSeq() });
  }

  /** Tabs that share their changes have the rows. */
  #expireHere(news: Pick<MutationNews, 'rows'>): void {
    if (!this.#internals.requests.overlaps?.watcher) this.expire(news);
  }
}

/** The classes of the rows that store lists, or the numbers beside them. */
function listClassesOf(kind: string): readonly EntityClass[] {
  const row = rowOfLists(kind);
  if (!row) return [];
  return [isCountKey(kind) ? countRowOf(row) : row];
}
