import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { countOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { AnswerRow } from './AnswerRow.ts';
import { type EndpointState, endpointState } from './EndpointState.ts';
import { type EndpointView, endpointView } from './EndpointView.ts';
import type { LiveRequest } from './LiveRequest.ts';
import { type LeaseHost, RenderLease, type WaitingRender } from './RenderLease.ts';
import { RetainedSource, type SourceHost } from './RetainedSource.ts';
import type { SourceListener } from './StateSource.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { ViewNode, type ViewOwner } from './ViewNode.ts';

/** What entries need of their store. */
export interface EntryHost extends SourceHost, LeaseHost {
  readonly graph: ViewGraph;
  row(key: string): AnswerRow;
  /** Starts a read. `later`: nothing is told before the running code has returned, for calls out of a render. */
  startRead(entry: EndpointEntry, later: boolean): LiveRequest;
}

/** One endpoint and its arguments: state, request under way, and who is interested. */
export class EndpointEntry
  extends RetainedSource<EndpointState<unknown>>
  implements ViewOwner<EndpointView>
{
  readonly key: string;
  /** That of the latest call: endpoints with one key may differ in options. */
  endpoint: EndpointInterface;
  args: readonly unknown[];
  declare protected readonly host: EntryHost;
  readonly #view: ViewNode<EndpointView>;
  #request: LiveRequest | undefined;
  #state: EndpointState<unknown> | undefined;
  #isCurrent = false;
  #cancelExpiry: (() => void) | undefined;
  /** When the status changes by time alone, if that is waited for. */
  #expiryDeadline: number | undefined;
  #renderLease: RenderLease | undefined;
  #mustAsk = false;
  /** Requests that were sent before this place in the store's order are not joined. */
  #notBefore = 0;
  #hadData = false;
  /** Listeners that only look; the others want the data fetched. */
  #onlookers: OneOrMany<SourceListener>;

  constructor(host: EntryHost, key: string, endpoint: EndpointInterface, args: readonly unknown[]) {
    super(host);
    this.key = key;
    this.endpoint = endpoint;
    this.args = args;
    this.#view = new ViewNode<EndpointView>(host.graph, this);
  }

  produce(): EndpointView {
    const { host, key, endpoint, args } = this;
    return endpointView(host.graph, host.row(key), endpoint.schema, args, this.#view.value);
  }

  dirtied(): void {
    this.changed();
  }

  /** The state now. */
  read(): EndpointState<unknown> {
    if (this.#isCurrent && this.#state) return this.#state;
    const { host, key, endpoint } = this;
    this.#state = endpointState(
      host.row(key),
      this.#view.read(),
      host.now(),
      endpoint.invalidIfStale === true,
      this.#request && !this.#request.isSettled ? this.#request.attempt : 0,
      this.#state,
    );
    // Without listeners no deadline says when time has changed the status.
    this.#isCurrent = this.isListened;
    return this.#state;
  }

  /** What can be shown now, whatever its status. */
  view(): EndpointView {
    return this.#view.read();
  }

  /** Marks the state as to be made again and told about. */
  changed(): void {
    this.#isCurrent = false;
    if (this.isListened) this.host.touch(this);
  }

  /** Called when the answer, its error or its marks changed. */
  answerChanged(): void {
    this.host.graph.markDirty(this.#view);
    this.changed();
  }

  // --- requests

  /** Whether a request runs, be it only for further values of a live source. */
  get isBusy(): boolean {
    return this.#request !== undefined;
  }

  /** A read starts. It takes the place of a live source that is open. */
  requestStarted(request: LiveRequest): void {
    this.becomeIdle();
    this.#request = request;
    this.#mustAsk = false;
    this.changed();
  }

  /** Whether further answers of a request are wanted. */
  follows(request: LiveRequest): boolean {
    return this.#request === request && !this.isIdle;
  }

  /** Nothing more comes of a request. */
  requestEnded(request: LiveRequest): void {
    if (this.#request === request) this.#request = undefined;
  }

  /** The request has its first answer, has failed, or was given up. */
  requestSettled(request: LiveRequest): void {
    if (this.#request !== request) return;
    this.#isCurrent = false;
    this.#renderLease?.answer();
  }

  /** Asks unless what is there is valid, or who waited for it was just given it. */
  demand(): void {
    if (this.joinable) return;
    const { status } = this.read();
    // An open live source keeps the data up to date, however old it is.
    const isLive = status === 'stale' && this.#request?.isSettled === true && !this.#mustAsk;
    this.#mustAsk = false;
    const isSatisfied = this.isSatisfied && (status === 'stale' || this.#hasData);
    if (status === 'valid' || isLive || isSatisfied) return;
    this.host.startRead(this, false);
  }

  /** The read under way that a reader may join. */
  get joinable(): LiveRequest | undefined {
    const request = this.#request;
    return request && !request.isSettled && request.seq > this.#notBefore ? request : undefined;
  }

  get #hasData(): boolean {
    return this.read().data !== undefined;
  }

  /** Readers are not to join requests that were sent before `seq`. */
  outdate(seq: number): void {
    this.#notBefore = seq;
  }

  /**
   * What is there has to be fetched again: at once if somebody waits or listens, else by the next reader – unless a request was sent
   * after `seq`.
   */
  mustAskAgain(seq: number): void {
    this.outdate(seq);
    if (!this.joinable) {
      if (!this.#request?.isSettled) this.#request = undefined;
      this.#mustAsk = true;
    }
    this.answerChanged();
  }

  settle(): void {
    const asks = this.#mustAsk || (this.#hadData && !this.#hasData);
    if (asks) {
      // Renders that were about to show what was there wait on.
      this.#renderLease?.wait(false);
      const isDemanded = this.listenerCount > countOf(this.#onlookers);
      const isWanted = isDemanded || this.#renderLease !== undefined;
      if (isWanted) this.#mustAsk = false;
      if (isWanted && !this.joinable) this.host.startRead(this, false);
    }
    this.#hadData = this.#hasData;
    this.#armExpiry();
  }

  #armExpiry(): void {
    const { status, expiresAt } = this.read();
    const deadline = status === 'valid' && this.isListened ? expiresAt + 1 : undefined;
    if (deadline === this.#expiryDeadline) return;
    this.#disarmExpiry();
    if (deadline === undefined) return;
    this.#expiryDeadline = deadline;
    this.#cancelExpiry = this.host.deadlines.add(deadline, this.#expire);
  }

  #disarmExpiry(): void {
    this.#cancelExpiry?.();
    this.#cancelExpiry = this.#expiryDeadline = undefined;
  }

  /** Entities may have been refreshed since the deadline was set; then it is set again. */
  readonly #expire = (): void => {
    this.#cancelExpiry = this.#expiryDeadline = undefined;
    this.host.graph.markDirty(this.#view);
    this.changed();
  };

  // --- readers

  override listen(listener: SourceListener): void {
    super.listen(listener);
    this.demand();
    this.#hadData = this.#hasData;
    this.#armExpiry();
  }

  /** Listens without asking for anything. */
  watch(listener: SourceListener): void {
    super.listen(listener);
    this.#onlookers = withOne(this.#onlookers, listener);
    this.#armExpiry();
  }

  override unlisten(listener: SourceListener): void {
    this.#onlookers = withoutOne(this.#onlookers, listener);
    super.unlisten(listener);
  }

  protected override unlistened(): void {
    this.#disarmExpiry();
    this.#isCurrent = false;
  }

  protected override released(): void {
    const request = this.#request;
    if (!request || this.endpoint.cancel !== true || request.isSettled) return;
    this.#request = undefined;
    request.giveUp(new StreambedError('SB_ABORTED', `${this.key}: nobody waited any more.`));
  }

  /**
   * For a render that has to wait: starts the request if there is none, and holds the key until the render is repeated – for a limited
   * time, because it may never be. `isFirst`: nothing was shown before.
   */
  demandForRender(render: WaitingRender, isFirst: boolean): void {
    if (!this.joinable) this.host.startRead(this, true);
    if (!this.#renderLease) {
      // The render may listen as well.
      const onlooker = { changed: () => render.changed(), ended: () => render.ended() };
      this.watch(onlooker);
      this.#renderLease = new RenderLease(this.host, render, () => {
        this.#renderLease = undefined;
        this.unlisten(onlooker);
      });
    }
    this.#renderLease.wait(isFirst);
  }

  /** True while a render that waited has its answer and was not shown yet: it must not wait again, however soon the answer expires. */
  get isSatisfied(): boolean {
    return this.#renderLease?.isAnswered === true;
  }

  /** Asks again, whatever is there; readers that render for the first time wait for the answer. */
  retry(): void {
    this.#renderLease?.wait(false);
    if (!this.joinable) this.host.startRead(this, false);
  }

  /** The awaited failure was thrown: repetitions of the render throw it too, later readers ask again once it has expired. */
  renderThrew(): void {
    if (this.isSatisfied) this.#renderLease?.threw();
  }

  /** The awaited answer was shown: readers of the same commit are satisfied too, later ones are not. */
  renderShown(): void {
    if (!this.isSatisfied) return;
    queueMicrotask(() => {
      if (this.isSatisfied) this.#renderLease?.end();
    });
  }

  /** Stops what runs on its own: the live source of an endpoint that nobody holds any more, or that is replaced. */
  becomeIdle(): void {
    const request = this.#request;
    if (!request?.isSettled) return;
    this.#request = undefined;
    request.giveUp(new StreambedError('SB_ABORTED', `${this.key}: nobody listened any more.`));
  }

  dispose(): void {
    this.#disarmExpiry();
    this.#renderLease?.end();
    this.#view.dispose();
  }
}
