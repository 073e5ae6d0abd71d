import { SB_PLACEHOLDER_LOST } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Commits } from './Commits.ts';
import type { Flight } from './Flights.ts';
import { type Layer, newLayer } from './Layer.ts';
import { LiveRequest } from './LiveRequest.ts';
import { Placeholders } from './Placeholders.ts';
import type { Call, Requests } from './Requests.ts';
import type { StoreOptions } from './StoreOptions.ts';
import { targetOf } from './targetOf.ts';

/** Sends mutations: shows at once what they will probably do, and puts what they did in its place. */
export class Mutations {
  readonly #commits: Commits;
  readonly #requests: Requests;
  readonly #options: Required<StoreOptions>;
  readonly #placeholders = new Placeholders();

  constructor(commits: Commits, requests: Requests, options: Required<StoreOptions>) {
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
    let place: number | undefined;
    const over = (): number => (place ??= flight ? requests.over(flight) : requests.nextSeq());
    const landed = (): void => {
      if (flight) requests.landed(flight, over());
      this.#placeholders.ended(seq);
    };
    const failed = (): void => {
      over();
      this.#dropLayer(call, seq);
    };
    const request: LiveRequest = new LiveRequest(call.key, sending, {
      answer: (response, isFirst) => {
        const arrival = isFirst ? over() : requests.nextSeq();
        // What has an answer was sent.
        const told = this.#store(call, request, flight!, response, arrival);
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
      const known = { ...call, args: knownArgs };
      flight ??= this.#begin(known, requests.nextSeq());
      const layer = this.#layerOf(seq);
      if (layer) flight.rows.addAll(layer.rows);
      requests.run(request, known);
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
    this.#commits.dispatch({ type: 'optimistic', key, args, layer });
  }

  #dropLayer({ key, args }: Call, seq: number): void {
    if (!this.#layerOf(seq)) return;
    this.#commits.dispatch({ type: 'rollback', key, args, seq });
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

function placeholderLost({ key }: Call): StreambedError {
  return new StreambedError(
    SB_PLACEHOLDER_LOST,
    `${key}: what it refers to was to be created by a request that failed.`,
  );
}
