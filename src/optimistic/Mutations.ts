import { labelOf } from '../endpoint/labelOf.ts';
import { SB_PLACEHOLDER_LOST } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Flight } from '../requests/Flights.ts';
import { type Layer, newLayer } from './Layer.ts';
import { LiveRequest } from '../requests/LiveRequest.ts';
import { Placeholders } from './Placeholders.ts';
import type { Call, Requests } from '../requests/Requests.ts';
import type { RequestOptions } from '../requests/RequestOptions.ts';
import { targetOf } from '../requests/targetOf.ts';

/** Sends mutations: shows at once what they will probably do, and puts what they did in its place. */
export class Mutations {
  readonly #commits: Commits;
  readonly #requests: Requests;
  readonly #options: Required<RequestOptions>;
  readonly #placeholders = new Placeholders();

  constructor(commits: Commits, requests: Requests, options: Required<RequestOptions>) {
    this.#commits = commits;
    this.#requests = requests;
    this.#options = options;
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
    const layer = newLayer({ seq, key, endpoint, args, fetchedAt, expiryLength });
    this.#placeholders.began(layer);
    this.#commits.dispatch({ type: 'optimistic', key, name: endpoint.name, args, layer });
  }

  #dropLayer({ key, endpoint, args }: Call, seq: number): void {
    if (!this.#layerOf(seq)) return;
    this.#commits.dispatch({ type: 'rollback', key, name: endpoint.name, args, seq });
  }

  #layerOf(seq: number): Layer | undefined {
    return this.#commits.layers.find((layer) => layer.seq === seq);
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
    const layer = this.#layerOf(seq);
    const placing = requests.placed(request, arrival);
    return requests.answers.store(call, response, placing, flight, {
      settles: seq,
      ...(rows && { overtaken: { rows, seq: flight.seq } }),
      retarget: (layers, result) => {
        this.#placeholders.learn(layer?.result, result);
        return layers.map((other) => this.#retargeted(other));
      },
    });
  }

  /** The layer with real primary keys for what has just been created. */
  #retargeted(layer: Layer): Layer {
    const args = this.#placeholders.resolved(layer.args);
    return args === layer.args ? layer : newLayer({ ...layer, args });
  }

  /** Forgets what was under way: it belongs to another session. */
  clear(): void {
    this.#placeholders.clear();
  }
}

function placeholderLost({ endpoint }: Call): StreambedError {
  return new StreambedError(
    SB_PLACEHOLDER_LOST,
    `${labelOf(endpoint)}: what it refers to was to be created by a request that failed.`,
  );
}
