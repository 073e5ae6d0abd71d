import { labelOf } from '../endpoint/labelOf.ts';
import { SB_PLACEHOLDER_LOST } from '../shared/errorCatalogue.ts';
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
import { learnPks, Placeholders, REAL_PKS, withRealPks } from './Placeholders.ts';
import type { Call } from '../requests/Call.ts';
import type { Requests } from '../requests/Requests.ts';
import type { RequestOptions } from '../requests/RequestOptions.ts';

/** Sends mutations: shows their optimistic responses, and replaces these with the real ones. */
export class Mutations {
  readonly #commits: Commits;
  readonly #requests: Requests;
  readonly #options: Required<RequestOptions>;
  readonly #placeholders: Placeholders;

  constructor(commits: Commits, requests: Requests, options: Required<RequestOptions>) {
    this.#commits = commits;
    this.#requests = requests;
    this.#options = options;
    this.#placeholders = new Placeholders(() => commits.inSlot(REAL_PKS));
  }

  /**
   * Sends a mutation. Its response has the seq at which it arrives – except in rows that later
   * mutations have written or are expected to write. A mutation whose args contain a placeholder id
   * is sent once the real pk is known.
   */
  send(call: Call): Request {
    const requests = this.#requests;
    const placeholders = this.#placeholders;
    const sending = requests.sending();
    const { seq } = sending;
    const args = placeholders.resolved(call.args);
    const resolvedCall = { ...call, args };
    // A mutation that waits for a real pk is not in flight yet, so it overlaps no request.
    let inFlight = placeholders.isPending(args) ? undefined : this.#begin(resolvedCall, seq);
    let sent: Call | undefined;
    const failed = (): void => {
      if (inFlight) requests.markResponded(inFlight);
      this.#dropLayer(call, seq);
    };
    const committed = (): void => {
      if (inFlight) requests.markCommitted(inFlight);
      placeholders.ended(seq);
    };
    const request: Request = new Request(call, sending, {
      answer: (response, isFirst) => {
        // Only a request that was sent has a response.
        const arrival = isFirst ? requests.markResponded(inFlight!) : requests.nextSeq();
        const stored = this.#store(sent!, request, inFlight!, response, arrival);
        committed();
        return stored;
      },
      fail: failed,
      ended: () => {
        requests.live.delete(request);
        failed();
        committed();
      },
    });
    requests.live.add(request);
    if (!placeholders.isLost(args)) this.#showLayer(resolvedCall, request);
    placeholders.whenKnown(args, (knownArgs) => {
      if (!knownArgs) {
        request.giveUp(placeholderLost(call));
        return;
      }
      sent = { ...call, args: knownArgs };
      inFlight ??= this.#begin(sent, requests.nextSeq());
      const layer = this.#layerOf(seq);
      if (layer) {
        layer.inFlight = inFlight;
        inFlight.rows.addAll(layer.rows);
      }
      requests.run(request, sent);
    });
    return request;
  }

  #begin(call: Call, seq: number): InFlight {
    const inFlight = this.#requests.overlaps.begin(seq, undefined);
    inFlight.rows.addAll(targetOf(call));
    return inFlight;
  }

  #showLayer({ key, endpoint, args }: Call, { seq, fetchedAt }: Request): void {
    if (!endpoint.getOptimisticResponse) return;
    const { dataExpiryLength: expiryLength = this.#options.dataExpiryLength } = endpoint;
    const { name } = endpoint;
    this.#placeholders.began(seq);
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

  #store(
    call: Call,
    request: Request,
    inFlight: InFlight,
    response: unknown,
    arrival: number,
  ): Promise<unknown> {
    const requests = this.#requests;
    const { seq } = request;
    const rows = requests.overlaps.overtaken(inFlight);
    const sent = requests.withSeq(request, arrival);
    return requests.responses.store(call, response, sent, inFlight, {
      apply: applyMutationResponse,
      sentSeq: seq,
      ...(rows && { overtaken: { rows, seq: inFlight.seq } }),
    });
  }

  /** Forgets pending placeholders: they belong to the previous session. */
  clear(): void {
    this.#placeholders.clear();
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
    SB_PLACEHOLDER_LOST,
    `${labelOf(endpoint)}: its args refer to an entity that a failed request was creating.`,
  );
}
