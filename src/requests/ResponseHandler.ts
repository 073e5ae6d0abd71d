import type { EndpointInterface, PageList } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import { acceptsEmpty } from '../schema/acceptsEmpty.ts';
import { INVALID } from '../schema/INVALID.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Meta, SetResponseAction } from '../commits/Action.ts';
import { applyError, applyResponse, type StoredResponse } from '../commits/applyResponse.ts';
import type { Apply } from '../commits/StoreDraft.ts';
import type { Commits } from '../commits/Commits.ts';
import { brought } from './OverlapTracker.ts';
import { readStored } from '../views/readState.ts';
import type { Call } from './Call.ts';
import type { RequestOptions } from './RequestOptions.ts';
import type { ReadTarget, Request, Sent } from './Request.ts';

/** Returns the store's key for `own`, the key that an endpoint with this schema uses. */
export type KeyFor = (own: string, endpoint: { readonly schema?: unknown }) => string;

/** How the response to a request is stored. */
interface StoreOptions extends Partial<SetResponseAction> {
  /** How the response changes the draft. Default: {@link applyResponse}. */
  readonly apply?: Apply<SetResponseAction, StoredResponse | undefined>;
}

/** Stores responses and failures. */
export class ResponseHandler {
  readonly #commits: Commits;
  readonly #options: Required<RequestOptions>;
  readonly #keyFor: KeyFor;
  readonly #metaOf: (expiryLength: number, sent?: Sent, seq?: number) => Meta;

  /** `metaOf` returns the meta of data that arrives now; without `sent`, no request brought it. */
  constructor(
    commits: Commits,
    options: Required<RequestOptions>,
    keyFor: KeyFor,
    metaOf: (expiryLength: number, sent?: Sent, seq?: number) => Meta,
  ) {
    this.#commits = commits;
    this.#options = options;
    this.#keyFor = keyFor;
    this.#metaOf = metaOf;
  }

  /**
   * Stores a response with the given seq; throws if it cannot be normalized. Resolves the request
   * with the store's view of it once observers were notified.
   */
  store(
    request: Request,
    call: Call,
    response: unknown,
    seq: number,
    { apply = applyResponse, ...extras }: StoreOptions = {},
  ): void {
    const { inFlight, target } = request;
    const action = this.#responseAction(call, response, target !== undefined, request, seq);
    // Without overlapping requests there is no conflict to detect.
    const reportsRows = inFlight !== undefined && inFlight.others.size > 0;
    this.#commits.dispatch({ ...action, ...extras, reportsRows }, apply, {
      applied: (stored) => {
        if (inFlight && stored?.touched) brought(inFlight, stored.touched, stored.removed!);
      },
      delivered: (stored) => {
        try {
          request.resolve(this.#delivered(call, stored?.result, action.meta, target));
        } catch (error) {
          request.reject(error);
        }
      },
      dropped: (reason) => request.reject(reason),
    });
  }

  /**
   * Returns the store's view of a response that observers were notified of. If the view lacks data
   * that the schema requires, stores an error and throws it.
   */
  #delivered(call: Call, result: unknown, meta: Meta, entry: ReadTarget | undefined): unknown {
    const row = entry && this.#commits.state.entities.result(entry.key);
    const isStored = row?.hasResult === true && row.seq === meta.seq;
    if (!entry || !isStored) {
      // The response was too late to be stored, but the request has settled.
      entry?.changed();
      return this.#viewOf(call, result);
    }
    const view = entry.view();
    if (view.failure) throw view.failure;
    if (view.source === 'answer') return view.data;
    const confirmed = this.#confirmedView(call, result);
    if (confirmed !== undefined) return confirmed;
    const error = new StreambedError(
      'SB_ANSWER_INCOMPLETE',
      `${labelOf(call.endpoint)}: the schema requires an entity that is missing or was removed.`,
    );
    this.storeError(call, error, this.errorMeta(call.endpoint, meta), entry);
    throw error;
  }

  /** Reads the result without layers: a pending mutation may hide its entities. */
  #confirmedView({ endpoint, args }: Call, result: unknown): unknown {
    const { base, state } = this.#commits;
    return state === base ? undefined : readStored(base, endpoint.schema, result, args);
  }

  #responseAction(
    { key, endpoint, args }: Call,
    response: unknown,
    keep: boolean,
    sent?: Sent,
    seq?: number,
  ): SetResponseAction {
    const { dataExpiryLength: expiryLength = this.#options.dataExpiryLength } = endpoint;
    // The response to a mutation may be empty.
    const isEmpty = response === undefined || response === null;
    const mayBeEmpty = isEmpty && !keep && !acceptsEmpty(endpoint.schema);
    const schema = mayBeEmpty ? undefined : endpoint.schema;
    const list = keep ? this.listOf({ key, endpoint, args }) : undefined;
    return {
      type: 'setResponse',
      key,
      name: endpoint.name,
      args,
      schema,
      response,
      meta: this.#metaOf(expiryLength, sent, seq),
      keep,
      ...(list && { page: { listKey: list.key } }),
    };
  }

  #viewOf(call: Call, result: unknown): unknown {
    const { graph } = this.#commits;
    const { args, endpoint } = call;
    const value = graph.readOnce(args, () => graph.unvisit(endpoint.schema, result));
    return value === INVALID || value === undefined ? this.#confirmedView(call, result) : value;
  }

  /** The list to which the response to a call adds a page, with the store's key of that list. */
  listOf({ endpoint, args }: Call): PageList | undefined {
    let list: PageList | undefined;
    try {
      list = endpoint.pageOf?.(args);
    } catch {
      // Storing the response throws the same error.
    }
    return list && { ...list, key: this.#keyFor(list.key, list) };
  }

  /** Stores a response that no request brought. */
  storeResponse(call: Call, response: unknown): void {
    const keep = call.endpoint.sideEffect !== true;
    const action = this.#responseAction(call, response, keep);
    this.#commits.dispatch(action, applyResponse);
  }

  /** The meta of a failure that happens now. */
  errorMeta({ errorExpiryLength }: EndpointInterface, sent?: Sent, seq?: number): Meta {
    return this.#metaOf(errorExpiryLength ?? this.#options.errorExpiryLength, sent, seq);
  }

  /** Stores a failure. `entry` is the key that was requested, if any. */
  storeError(
    { key, endpoint, args }: Call,
    error: Error,
    meta: Meta = this.errorMeta(endpoint),
    entry?: ReadTarget,
    policy?: 'soft',
  ): void {
    // An aborted request is not an error – unless its key has no data: its observers would wait
    // forever.
    if (error.name !== 'AbortError' || (entry && !entry.hasData)) {
      const { name } = endpoint;
      const errorPolicy = policy ?? this.#policyFor(key, endpoint, error);
      const action = { type: 'setError', key, name, args, error, errorPolicy, meta } as const;
      this.#commits.dispatch(action, applyError);
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
