import { labelOf } from '../endpoint/labelOf.ts';
import { SB_PLACEHOLDER_LOST } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { SetResponseAction } from '../commits/Action.ts';
import { applyResponse, type StoredResponse } from '../commits/applyResponse.ts';
import type { Commits } from '../commits/Commits.ts';
import type { StoreDraft } from '../commits/StoreDraft.ts';
import { inSlot } from '../commits/StoreState.ts';
import type { Flight } from '../requests/Flights.ts';
import {
  applyOptimistic,
  applyRollback,
  dropLayers,
  type Layer,
  LAYERS,
  newLayer,
} from './Layer.ts';
import { LiveRequest } from '../requests/LiveRequest.ts';
import { learnPks, Placeholders, REAL_PKS, withRealPks } from './Placeholders.ts';
import type { Call } from '../requests/Call.ts';
import type { Requests } from '../requests/Requests.ts';
import type { RequestOptions } from '../requests/RequestOptions.ts';
import { targetOf } from '../requests/targetOf.ts';

/** Sends mutations: shows at once what they will probably do, and puts what they did in its place. */
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
   * Sends a mutation; its answer has the place at which it arrives, but for rows that a mutation which was sent later has written or means to
   * write. One that names what another one is just creating is sent when that is there.
   */
  send(call: Call): LiveRequest {
    const requests = this.#requests;
    const sending = requests.sending();
    const { seq } = sending;
    // One that waits for another one does not overlap it.
    const waits = this.#placeholders.isPending(call.args);
    const args = this.#placeholders.resolved(call.args);
    const shown = { ...call, args };
    let flight = waits ? undefined : this.#begin(shown, seq);
    let sent: Call | undefined;
    let place: number | undefined;
    const over = (): number => (place ??= flight ? requests.over(flight) : requests.nextSeq());
    const landed = (): void => {
      if (flight) requests.landed(flight);
      this.#placeholders.ended(seq);
    };
    const failed = (): void => {
      over();
      this.#dropLayer(call, seq);
    };
    const request: LiveRequest = new LiveRequest(call, sending, {
      answer: (response, isFirst) => {
        const arrival = isFirst ? over() : requests.nextSeq();
        // What has an answer was sent.
        const told = this.#store(sent!, request, flight!, response, arrival);
        landed();
        return told;
      },
      fail: failed,
      isFollowed: () => true,
      settled: () => {},
      ended: () => {
        requests.live.delete(request);
        failed();
        landed();
      },
    });
    requests.live.add(request);
    if (!this.#placeholders.isLost(args)) this.#showLayer(shown, request);
    this.#placeholders.whenKnown(call.args, (knownArgs) => {
      if (!knownArgs) {
        request.giveUp(placeholderLost(call));
        return;
      }
      sent = { ...call, args: knownArgs };
      flight ??= this.#begin(sent, requests.nextSeq());
      const layer = this.#layerOf(seq);
      if (layer) {
        layer.inFlight = flight;
        flight.rows.addAll(layer.rows);
      }
      requests.run(request, sent);
    });
    return request;
  }

  #begin(call: Call, seq: number): Flight {
    const flight = this.#requests.flights.begin(seq, undefined);
    flight.rows.addAll(targetOf(call));
    return flight;
  }

  #showLayer({ key, endpoint, args }: Call, { seq, fetchedAt }: LiveRequest): void {
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
    request: LiveRequest,
    flight: Flight,
    response: unknown,
    arrival: number,
  ): Promise<unknown> {
    const requests = this.#requests;
    const { seq } = request;
    const rows = requests.flights.overtaken(flight);
    const placing = requests.placed(request, arrival);
    return requests.answers.store(call, response, placing, flight, {
      apply: applyMutationResponse,
      sentSeq: seq,
      ...(rows && { overtaken: { rows, seq: flight.seq } }),
    });
  }

  /** Forgets what was under way: it belongs to another session. */
  clear(): void {
    this.#placeholders.clear();
  }
}

/** Puts a response in the place of the layer of its mutation. Layers that refer to an entity that it has created get the real primary key. */
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
    `${labelOf(endpoint)}: what it refers to was to be created by a request that failed.`,
  );
}
