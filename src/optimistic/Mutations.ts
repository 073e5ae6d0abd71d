import { labelOf } from '../endpoint/labelOf.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { SetResponseAction } from '../commits/Action.ts';
import { applyResponse, type StoredResponse } from '../commits/applyResponse.ts';
import type { Commits } from '../commits/Commits.ts';
import type { StoreDraft } from '../commits/StoreDraft.ts';
import { inSlot } from '../commits/StoreState.ts';
import { type InFlight, targetOf } from '../requests/OverlapTracker.ts';
import {
  applyOptimistic,
  applyRollback,
  dropLayers,
  type Layer,
  LAYERS,
  newLayer,
} from './Layer.ts';
import { Request } from '../requests/Request.ts';
import {
  learnPks,
  REAL_PKS,
  replacePlaceholders,
  seqOfPlaceholder,
  withRealPks,
} from './placeholders.ts';
import type { Call } from '../requests/Call.ts';
import type { Requests } from '../requests/Requests.ts';
import type { RequestOptions } from '../requests/RequestOptions.ts';

/** Sends mutations: shows their optimistic responses, and replaces these with the real ones. */
export class Mutations {
  readonly #commits: Commits;
  readonly #requests: Requests;
  readonly #options: Required<RequestOptions>;
  /**
   * Whether there ever was a placeholder id. Most programs use none: then args are not searched.
   */
  #usesPlaceholders = false;
  /** Mutations that wait for real pks. Each sends its request if it can. */
  #waiting: (() => void)[] = [];

  constructor(commits: Commits, requests: Requests, options: Required<RequestOptions>) {
    this.#commits = commits;
    this.#requests = requests;
    this.#options = options;
  }

  /**
   * Sends a mutation. Its response has the seq at which it arrives – except in rows that later
   * mutations have written or are expected to write. A mutation whose args contain a placeholder id
   * is sent once the real pk is known.
   */
  send(call: Call): Request {
    const requests = this.#requests;
    const sending = requests.sending();
    const { seq } = sending;
    const found = this.#resolve(call);
    let sent: Call | undefined;
    const failed = (): void => {
      requests.markResponded(request);
      this.#dropLayer(call, seq);
    };
    const committed = (): void => {
      requests.markCommitted(request);
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const proceed of waiting) proceed();
    };
    const request: Request = new Request(call, sending, {
      answer: (response, isFirst) => {
        // Only a request that was sent has a response.
        const arrival = isFirst ? requests.markResponded(request)! : requests.nextSeq();
        this.#store(sent!, request, response, arrival);
        committed();
      },
      fail: failed,
      ended: () => {
        requests.live.delete(request);
        failed();
        committed();
      },
    });
    // A mutation that waits for a real pk is not in flight yet, so it overlaps no request.
    if (!found.isPending) this.#begin(request, found.call, seq);
    requests.live.add(request);
    if (!found.isLost) this.#showLayer(found.call, request);
    const proceed = (): void => {
      // The caller has aborted it while it waited.
      if (!requests.live.has(request)) return;
      const { call: known, isPending, isLost } = this.#resolve(call);
      if (isPending) {
        this.#waiting.push(proceed);
        return;
      }
      if (isLost) {
        request.giveUp(placeholderLost(call));
        return;
      }
      sent = known;
      const inFlight = request.inFlight ?? this.#begin(request, sent, requests.nextSeq());
      const layer = this.#layerOf(seq);
      if (layer) {
        layer.inFlight = inFlight;
        inFlight.rows.addAll(layer.rows);
      }
      requests.run(request, sent);
    };
    proceed();
    return request;
  }

  /**
   * Replaces the placeholder ids in a mutation's args. `isPending`: one belongs to an entity that is
   * still being created; `isLost`: to one whose creation has failed.
   */
  #resolve(call: Call): { readonly call: Call; isPending: boolean; isLost: boolean } {
    const found = { call, isPending: false, isLost: false };
    if (!this.#usesPlaceholders) return found;
    const args = withRealPks(call.args, this.#commits.inSlot(REAL_PKS));
    replacePlaceholders(args, (placeholder) => {
      if (this.#layerOf(seqOfPlaceholder(placeholder)!)) found.isPending = true;
      else found.isLost = true;
    });
    return { ...found, call: { ...call, args } };
  }

  #begin(request: Request, call: Call, seq: number): InFlight {
    const inFlight = (request.inFlight = this.#requests.overlaps.begin(seq, undefined));
    inFlight.rows.addAll(targetOf(call));
    return inFlight;
  }

  #showLayer({ key, endpoint, args }: Call, { seq, fetchedAt }: Request): void {
    if (!endpoint.getOptimisticResponse) return;
    const { dataExpiryLength: expiryLength = this.#options.dataExpiryLength } = endpoint;
    const { name } = endpoint;
    this.#usesPlaceholders = true;
    this.#commits.dispatch(
      { type: 'optimistic', key, name, args, endpoint, seq, fetchedAt, expiryLength },
      applyOptimistic,
    );
  }

  #dropLayer({ key, endpoint, args }: Call, seq: number): void {
    if (!this.#layerOf(seq)) return;
    const { name } = endpoint;
    this.#commits.dispatch({ type: 'rollback', key, name, args, seq }, applyRollback);
  }

  #layerOf(seq: number): Layer | undefined {
    return this.#commits.inSlot(LAYERS).find((layer) => layer.seq === seq);
  }

  #store(call: Call, request: Request, response: unknown, arrival: number): void {
    const { overlaps, responses } = this.#requests;
    const { inFlight, seq } = request;
    const rows = inFlight && overlaps.overtaken(inFlight);
    responses.store(request, call, response, arrival, {
      apply: applyMutationResponse,
      sentSeq: seq,
      ...(rows && { overtaken: { rows, seq: inFlight.seq } }),
    });
  }

  /** Forgets mutations that wait: they belong to the previous session. */
  clear(): void {
    this.#waiting = [];
  }
}

/**
 * Replaces the layer of a mutation with its response. Layers that refer to an entity it has created
 * get the real pk.
 */
function applyMutationResponse(
  draft: StoreDraft,
  action: SetResponseAction,
): StoredResponse | undefined {
  const stored = applyResponse(draft, action);
  const layers = inSlot(draft, LAYERS);
  if (!stored || layers.length === 0) return stored;
  const own = new Set(layers.filter(({ seq }) => seq === action.sentSeq));
  dropLayers(draft, own);
  const known = inSlot(draft, REAL_PKS);
  let learned = known;
  for (const { result } of own) learned = learnPks(learned, result, stored.result);
  if (learned === known) return stored;
  draft.put(REAL_PKS, learned);
  const withReal = (layer: Layer): Layer => {
    const args = withRealPks(layer.args, learned);
    return args === layer.args ? layer : newLayer({ ...layer, args });
  };
  draft.put(
    LAYERS,
    inSlot(draft, LAYERS).map((layer) => withReal(layer)),
  );
  return stored;
}

function placeholderLost({ endpoint }: Call): StreambedError {
  return new StreambedError(
    'SB_PLACEHOLDER_LOST',
    `${labelOf(endpoint)}: its args refer to an entity that a failed request was creating.`,
  );
}
