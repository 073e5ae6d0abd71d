import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import { acceptsEmpty } from '../schema/acceptsEmpty.ts';
import { INVALID } from '../schema/INVALID.ts';
import { SB_ANSWER_INCOMPLETE } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Placing, SetResponseAction } from '../commits/Action.ts';
import { applyError, applyResponse, type StoredResponse } from '../commits/applyResponse.ts';
import type { Apply } from '../commits/StoreDraft.ts';
import type { Commits } from '../commits/Commits.ts';
import type { ReadTarget } from './ReadTarget.ts';
import { brought, type Flight } from './Flights.ts';
import { readStored } from '../views/readState.ts';
import type { Call } from './Call.ts';
import type { Pages } from './Pages.ts';
import type { RequestOptions } from './RequestOptions.ts';
import type { Suspects } from '../commits/Suspects.ts';

/** How the response to a request is stored. */
interface StoreOptions extends Partial<SetResponseAction> {
  /** The key that keeps the result, if any. */
  readonly entry?: ReadTarget;
  /** What the response does to a draft. Default: {@link applyResponse}. */
  readonly apply?: Apply<SetResponseAction, StoredResponse | undefined>;
}

/** Stores answers and failures. */
export class Answers {
  readonly #commits: Commits;
  readonly #options: Required<RequestOptions>;
  readonly #suspects: Suspects;
  readonly #pages: Pages;
  readonly #placeNow: () => Placing;

  /** `placeNow` gives the place of what is stored without a request. */
  constructor(
    commits: Commits,
    options: Required<RequestOptions>,
    suspects: Suspects,
    pages: Pages,
    placeNow: () => Placing,
  ) {
    this.#commits = commits;
    this.#options = options;
    this.#suspects = suspects;
    this.#pages = pages;
    this.#placeNow = placeNow;
  }

  /** Stores a response, or throws; gives the store's view of it once observers were notified. */
  store(
    call: Call,
    response: unknown,
    placing: Placing,
    flight: Flight,
    { entry, apply = applyResponse, ...extras }: StoreOptions,
  ): Promise<unknown> {
    let resolve!: (value: unknown) => void;
    let reject!: (error: unknown) => void;
    const told = new Promise<unknown>((...settle) => ([resolve, reject] = settle));
    const action = this.#responseAction(call, response, placing, entry !== undefined);
    // Rows that no other request may bring are of no interest.
    const reportsRows = flight.others.size > 0;
    this.#commits.dispatch({ ...action, ...extras, reportsRows }, apply, {
      applied: (stored) => {
        if (stored?.touched) brought(flight, stored.touched, stored.removed!);
      },
      delivered: (stored) => {
        try {
          resolve(this.#delivered(call, stored?.result, placing, entry));
        } catch (error) {
          reject(error);
        }
      },
      dropped: reject,
    });
    // Only the first answer of a request is waited for.
    told.catch(() => {});
    return told;
  }

  /** The store's view of an answer that subscribers were told of. Throws, and stores as error, that it lacks what its schema needs. */
  #delivered(
    call: Call,
    result: unknown,
    placing: Placing,
    entry: ReadTarget | undefined,
  ): unknown {
    const row = entry && this.#commits.state.answers.get(entry.key);
    const isShown = row?.answered === true && row.seq === placing.seq;
    if (!entry || !isShown) {
      // An answer that came too late changes nothing, but the request is over.
      entry?.changed();
      return this.#viewOf(call, result);
    }
    const view = entry.view();
    if (view.failure) throw view.failure;
    if (view.source === 'answer') return view.data;
    const confirmed = this.#confirmedView(call, result);
    if (confirmed !== undefined) return confirmed;
    const error = new StreambedError(
      SB_ANSWER_INCOMPLETE,
      `${labelOf(call.endpoint)}: an entity that the schema needs is missing or was removed.`,
    );
    this.storeError(call, error, placing, entry);
    throw error;
  }

  /** What a mutation under way hides is there all the same. */
  #confirmedView({ endpoint, args }: Call, result: unknown): unknown {
    const { base, state } = this.#commits;
    return state === base ? undefined : readStored(base, endpoint.schema, result, args);
  }

  #responseAction(
    { key, endpoint, args }: Call,
    response: unknown,
    placing: Placing,
    keep: boolean,
  ): SetResponseAction {
    const { dataExpiryLength: expiryLength = this.#options.dataExpiryLength } = endpoint;
    // Mutations may answer nothing.
    const isEmpty = response === undefined || response === null;
    const mayBeEmpty = isEmpty && !keep && !acceptsEmpty(endpoint.schema);
    const schema = mayBeEmpty ? undefined : endpoint.schema;
    const { entities } = this.#commits.confirmed;
    const page = keep ? this.#pages.of({ key, endpoint, args }) : undefined;
    const absence = keep ? this.#suspects.absence(placing.seq, entities) : undefined;
    return {
      type: 'setResponse',
      key,
      name: endpoint.name,
      args,
      schema,
      response,
      placing,
      expiryLength,
      keep,
      ...(absence && { absence }),
      ...(page && { page }),
    };
  }

  #viewOf(call: Call, result: unknown): unknown {
    const { graph } = this.#commits;
    const { args, endpoint } = call;
    const value = graph.readOnce(args, () => graph.unvisit(endpoint.schema, result));
    return value === INVALID || value === undefined ? this.#confirmedView(call, result) : value;
  }

  /** Stores an answer that did not come by a request. */
  storeResponse(call: Call, response: unknown): void {
    const keep = call.endpoint.sideEffect !== true;
    const action = this.#responseAction(call, response, this.#placeNow(), keep);
    this.#commits.dispatch(action, applyResponse);
  }

  /** Stores a failure; `entry` is the key that waited for it, if any. */
  storeError(
    { key, endpoint, args }: Call,
    error: Error,
    placing: Placing = this.#placeNow(),
    entry?: ReadTarget,
    policy?: 'soft',
  ): void {
    // An abort is no error, except to those who would wait for ever.
    if (error.name !== 'AbortError' || (entry && !entry.hasData)) {
      const { name, errorExpiryLength: expiryLength = this.#options.errorExpiryLength } = endpoint;
      const errorPolicy = policy ?? this.#policyFor(key, endpoint, error);
      this.#commits.dispatch(
        { type: 'setError', key, name, args, error, errorPolicy, placing, expiryLength },
        applyError,
      );
    }
    entry?.changed();
  }

  #policyFor(key: string, endpoint: EndpointInterface, error: Error): 'soft' | 'hard' {
    try {
      return endpoint.errorPolicy?.(error) ?? 'hard';
    } catch (thrown) {
      this.#options.onError(thrown, { key });
      return 'hard';
    }
  }
}
