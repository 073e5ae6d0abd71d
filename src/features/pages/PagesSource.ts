import { map } from 'rxjs';
import type { ReadEndpoint } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { identityOf } from '../../data/schema/collection/CollectionMerge.ts';
import type { CollectionRecord } from '../../data/schema/collection/CollectionRow.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { followEnds } from '../../data/schema/collection/listEnds.ts';
import { asError, rejection } from '../../shared/asError.ts';
import { sameMembers } from '../../shared/sameMembers.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { EndpointState } from '../../kernel/streams/EndpointState.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import {
  type Interest,
  type SourceListener,
  StateObservable,
} from '../../kernel/streams/StateObservable.ts';
import { splitKey } from '../../kernel/streams/WeakStreams.ts';
import { NO_RESULT, type ResultRecord } from '../../kernel/table/ResultRecord.ts';
import { fetchPages } from './fetchPages.ts';
import { GatheredRead } from './GatheredRead.ts';
import { ListPart } from './ListPart.ts';
import { LoadedList, type Page } from './LoadedList.ts';
import { pageEndpoint } from './pageEndpoint.ts';
import { PageLoad } from './PageLoad.ts';
import { pagesOptionOf } from './pagesOptionOf.ts';
import { PageSchema, type Side } from './PageSchema.ts';
import type { PagesState } from './PagesState.ts';

/** The pages of one list: the loaded ones, and the requests for more. Shared by all its observers. */
export class PagesSource extends StateObservable<PagesState> {
  readonly #internals: StoreInternals;
  readonly #stream: EndpointStream;
  readonly #part: ListPart;
  readonly #loaded: LoadedList;
  readonly #schemas: Readonly<Record<Side, unknown>>;
  readonly #loads: { [S in Side]?: PageLoad | undefined } = {};
  #endpoint: ReadEndpoint;
  /** The pages that a response in flight brings. */
  #staged: readonly Page[] | undefined;
  /** Changes when an end of the list moves without a page that is added there. */
  #version = 0;
  #row: ResultRecord = NO_RESULT;
  #error: Error | undefined;
  /** What {@link state} was made of; `undefined` if anything else has changed. */
  #madeOf: EndpointState<unknown> | undefined;
  #state: PagesState | undefined;

  constructor(internals: StoreInternals, stream: EndpointStream, endpoint: ReadEndpoint) {
    super();
    this.#internals = internals;
    this.#stream = stream;
    this.#endpoint = endpoint;
    const part = (this.#part = new ListPart(endpoint));
    // Placeholder ids in its args are replaced.
    const argsNow = (): Args => stream.args;
    this.#loaded = new LoadedList(part, argsNow);
    const schemaOf = (side: Side): unknown =>
      part.schemaWith(
        new PageSchema(part.list, argsNow, side, (list, page) => this.#arrives(side, list, page)),
      );
    this.#schemas = { next: schemaOf('next'), previous: schemaOf('previous') };
    stream.requests.makeRead = () => this.#makeRead();
    stream.requests.pagedList = () => (this.#loaded.hasFurther ? this.#loaded.row : undefined);
    stream.requests.stored = () => this.#stored();
    this.#stored();
    this.use(endpoint);
  }

  /**
   * From now on, pages are fetched with this endpoint. Throws `SB_PAGES_UNDECLARED`,
   * `SB_OPTION_INVALID`.
   */
  use(endpoint: ReadEndpoint): this {
    this.#loaded.option = pagesOptionOf(endpoint);
    this.#endpoint = endpoint;
    return this;
  }

  // --- the observable

  getValue(): PagesState {
    this.#stream.getValue();
    return this.read();
  }

  listen(listener: SourceListener, how?: Interest): void {
    this.#stream.listen(listener, how);
  }

  unlisten(listener: SourceListener): void {
    this.#stream.unlisten(listener);
    this.left();
  }

  /** Called when an observer has left. */
  left(): void {
    if (this.#stream.isListened || this.#endpoint.cancel !== true) return;
    for (const load of [this.#loads.next, this.#loads.previous]) {
      load?.abort(`${labelOf(this.#endpoint)}: no observer is left.`);
    }
  }

  read(): PagesState {
    const state = this.#stream.read();
    if (this.#state && this.#madeOf === state) return this.#state;
    const next = this.#make(state);
    this.#madeOf = state;
    return (this.#state = this.#state && sameMembers(this.#state, next) ? this.#state : next);
  }

  /** The state with the data that is shown, which may be older than the store's. */
  withData(data: unknown): PagesState {
    const state = this.read();
    return state.data === data ? state : { ...state, data, items: this.#part.itemsIn(data) };
  }

  #make({ data, error, fetching, status }: EndpointState<unknown>): PagesState {
    const { next, previous } = this.#loads;
    let failure = this.#error ?? error;
    const has = (side: Side): boolean => {
      try {
        return this.#loaded.hasPage(side, data);
      } catch (thrown) {
        failure ??= asError(thrown);
        return false;
      }
    };
    return {
      items: this.#part.itemsIn(data),
      data,
      hasNext: has('next'),
      hasPrevious: has('previous'),
      fetching,
      fetchingNext: next !== undefined,
      fetchingPrevious: previous !== undefined,
      error: failure,
      status,
      fetchNext: this.#fetchNext,
      fetchPrevious: this.#fetchPrevious,
      refetch: this.#refetch,
    };
  }

  /** A commit has changed the result of the list. */
  #stored(): void {
    const { confirmed } = this.#internals.commits.shown;
    const row = confirmed.result(this.#stream.key) ?? NO_RESULT;
    const before = this.#row;
    this.#row = row;
    const isLost = before.hasResult && !row.hasResult;
    // Data of another store keeps the seq.
    const isOther = row.seq !== before.seq || row.fetchedAt !== before.fetchedAt;
    const isFetched = row.hasResult && isOther && row.error === undefined;
    if (!isLost && !isFetched) return;
    const staged = isFetched ? this.#staged : undefined;
    this.#staged = this.#error = this.#madeOf = undefined;
    this.#version++;
    if (isLost) this.#loads.next = this.#loads.previous = undefined;
    const { row: at } = this.#loaded;
    // The cast holds: rows of a collection have its records.
    const record = confirmed.get(at.kind, at.pk) as CollectionRecord | undefined;
    const seqOf = () => this.#internals.commits.shown.confirmed.meta(at.kind, at.pk)?.seq;
    // A response that is being stored may bring a list with other ends than the shown one.
    if (record) followEnds(record, (seq) => (seq === seqOf() ? this.read() : undefined));
    const ids = Object.values(record?.members ?? []).map(identityOf);
    this.#loaded.replace(staged ?? [{ params: undefined, ids }], !!staged);
  }

  /** A commit has changed the result of a page, or its request has failed. */
  #pageStored(side: Side, load: PageLoad, before: ResultRecord, row: ResultRecord): void {
    const { arrived } = load;
    load.arrived = undefined;
    // A response that cannot be stored arrives, and is an error afterwards.
    const isStored = row.error === undefined || row.result !== before.result;
    if (this.#loads[side] !== load || !arrived || !isStored) return;
    this.#loads[side] = undefined;
    // A page in flight at the other end no longer continues the list.
    if (this.#loaded.add(side, arrived)) this.#version++;
    this.#changed();
  }

  #changed(): void {
    this.#madeOf = undefined;
    this.#stream.changed();
  }

  // --- further pages

  readonly #fetchNext = (): Promise<void> => this.#fetch('next');

  readonly #fetchPrevious = (): Promise<void> => this.#fetch('previous');

  readonly #refetch = (): Promise<void> => quiet(this.#fetchAgain());

  async #fetchAgain(): Promise<void> {
    this.#error = undefined;
    await this.#stream.refetch();
  }

  #fetch(side: Side): Promise<void> {
    const pending = this.#loads[side];
    if (pending) return pending.promise;
    const { data } = this.#stream.getValue();
    if (data === undefined) return this.#refetch();
    let params: Page['params'];
    try {
      const found = this.#loaded.paramsOf(side, data);
      if (!found) return this.#loaded.hasPage(side, data) ? this.#refetch() : Promise.resolve();
      ({ params } = found);
    } catch (error) {
      return quiet(rejection(error));
    }
    const load = new PageLoad(params, this.#version);
    this.#loads[side] = load;
    this.#error = undefined;
    load.promise = quiet(this.#send(side, load));
    this.#changed();
    return load.promise;
  }

  async #send(side: Side, load: PageLoad): Promise<void> {
    const { signal } = load;
    try {
      for (;;) {
        const { streams } = this.#internals.assertAlive();
        const stream = streams.stream(this.#pageEndpoint(side), this.#loaded.argsOf(load.params));
        const { requests, row } = stream;
        requests.conflictKey = this.#stream.key;
        requests.stored = () => this.#pageStored(side, load, row, stream.row);
        await stream.refetch(signal);
        if (this.#loads[side] !== load) return;
        // The list was fetched meanwhile, and another page continues it.
        const found = this.#loaded.paramsOf(side, this.#stream.read().data);
        if (!found) return;
        load.params = found.params;
        load.version = this.#version;
      }
    } catch (error) {
      if (this.#loads[side] === load && !signal.aborted) this.#error = asError(error);
      throw error;
    } finally {
      if (this.#loads[side] === load) {
        this.#loads[side] = undefined;
        this.#changed();
      }
    }
  }

  /** Called while a page is being stored: notes it, and returns what leaves the list. */
  #arrives(side: Side, list: readonly unknown[], refs: readonly unknown[]) {
    const load = this.#loads[side];
    if (!load) return undefined;
    const { data } = this.#stream.read();
    const continues = load.version === this.#version || this.#loaded.isAt(side, load.params, data);
    if (!continues) return undefined;
    this.#loaded.keepBeside(data);
    const { beside, params } = load;
    load.arrived = { params, ids: refs.map(identityOf), beside };
    return this.#loaded.changeBy(side, load.arrived, list);
  }

  // --- requests of all pages

  /** The endpoint with the schema of a page. */
  #pageEndpoint(side: Side): ReadEndpoint {
    const part = this.#part;
    const load = this.#loads[side];
    const { args, key } = this.#stream;
    const own = splitKey(key)[0];
    return pageEndpoint(this.#endpoint, { args, key: own }, part.list, {
      schema: this.#schemas[side],
      ...(this.#loaded.needsBeside && {
        responded: (response) => {
          const { data } = part.read(response, args);
          if (load) load.beside = part.withItems(data, []);
        },
      }),
    });
  }

  /** A read that fetches all loaded pages, each by a request of its own. */
  #makeRead(): GatheredRead | undefined {
    // Nothing is shown, so the list begins with its first page.
    if (!this.#row.hasResult) return undefined;
    return new GatheredRead(this.#internals.requests, this.#stream, (send) =>
      fetchPages(this.#loaded, this.#part, send).pipe(
        map(({ response, pages }) => {
          this.#staged = pages;
          return response;
        }),
      ),
    );
  }
}

function quiet<T>(promise: Promise<T>): Promise<T> {
  // A caller may ignore the promise: that must not cause an unhandled rejection.
  promise.catch(() => {});
  return promise;
}
