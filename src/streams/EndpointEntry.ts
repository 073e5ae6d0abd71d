import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { listOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';
import { abortedError } from '../requests/abortedError.ts';
import { Alarm } from '../requests/Alarm.ts';
import { type EndpointState, endpointState } from './EndpointState.ts';
import { type EndpointView, endpointView } from '../views/EndpointView.ts';
import type { EntryHost } from './EntryHost.ts';
import type { LiveRequest } from '../requests/LiveRequest.ts';
import type { ReadTarget } from '../requests/ReadTarget.ts';
import type { Root } from './Root.ts';
import { RenderLease, type WaitingRender } from './RenderLease.ts';
import { RetainedSource } from './RetainedSource.ts';
import type { SourceListener } from './StateSource.ts';
import { ViewNode, type ViewOwner } from '../views/ViewNode.ts';

/** One endpoint and its arguments: state, request under way, and who is interested. */
export class EndpointEntry
  extends RetainedSource<EndpointState<unknown>>
  implements ViewOwner<EndpointView>, ReadTarget
{
  readonly key: string;
  /** That of the latest call: endpoints with one key may differ in options. */
  endpoint: EndpointInterface;
  args: readonly unknown[];
  declare protected readonly host: EntryHost;
  readonly #view: ViewNode<EndpointView>;
  #request: LiveRequest | undefined;
  /** Of which something may come, those from before an invalidation too. */
  #requests: OneOrMany<LiveRequest>;
  #state: EndpointState<unknown> | undefined;
  /** The state that observers have: what was the state in between is no change to them. */
  #told: EndpointState<unknown> | undefined;
  #isCurrent = false;
  readonly #expiry: Alarm;
  #renderLease: RenderLease | undefined;
  #mustAsk: 'at once' | 'in turn' | undefined;
  /** Readers do not join requests that were sent before this place in the store's order. */
  notBefore = 0;
  /** Whether somebody has followed it as a live source: that is of no use to nobody, be it before its first answer. */
  isLive = false;
  #hadData = false;
  #awaitsLayers = false;

  constructor(host: EntryHost, key: string, endpoint: EndpointInterface, args: readonly unknown[]) {
    super(host);
    this.key = key;
    this.endpoint = endpoint;
    this.args = args;
    this.#view = new ViewNode<EndpointView>(host.graph, this);
    // Entities may have been refreshed since the deadline was set; then it is set again.
    this.#expiry = new Alarm(host.deadlines, () => this.answerChanged());
  }

  produce(): EndpointView {
    const { host, key, endpoint, args } = this;
    return endpointView(host.graph, host.row(key), endpoint, args, this.#view.value);
  }

  /** The state now. */
  read(): EndpointState<unknown> {
    if (this.#isCurrent && this.#state) return this.#state;
    this.#state = endpointState(
      this.host.row(this.key),
      this.#view.read(),
      this.host.now(),
      this.endpoint.invalidIfStale === true,
      this.#request?.isOpen === true,
      this.#request && !this.#request.isSettled ? this.#request.attempt : 0,
      this.host.isOptimistic(this.#view),
      [this.#told, this.#state],
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

  /** What it shows, in stored form. */
  get root(): Root {
    const { answered, result } = this.host.row(this.key);
    // A view that was never read has no value.
    const inferred = (this.#view.value as EndpointView | undefined)?.stored;
    return { schema: this.endpoint.schema, stored: answered ? result : inferred, args: this.args };
  }

  /** Forgets what was read; it is read again when somebody asks. */
  forget(): void {
    this.#view.dispose();
    this.#state = this.#told = undefined;
  }

  /** Whether a request runs, be it only for further values of a live source. */
  get isBusy(): boolean {
    return this.#requests !== undefined;
  }

  /** A try of a read starts. It takes the place of a live source that is open, and of a read that pauses between two tries. */
  requestStarted(request: LiveRequest): void {
    const previous = this.#request;
    this.#request = request;
    if (previous?.isSettled) this.#giveUp(previous, 'another request took its place');
    previous?.endRetries();
    this.#requests = withOne(this.#requests, request);
    this.#mustAsk = undefined;
    this.changed();
  }

  /** Whether further answers of a request are wanted. */
  follows(request: LiveRequest): boolean {
    return this.#request === request && !this.isIdle;
  }

  /** Nothing more comes of a request. */
  requestEnded(request: LiveRequest): void {
    this.#requests = withoutOne(this.#requests, request);
    if (this.#request !== request) return;
    this.#request = undefined;
    // Open, it kept the data valid.
    if (request.isOpen) this.changed();
  }

  /** The request has its first answer, has failed, or was given up. */
  requestSettled(request: LiveRequest): void {
    if (this.#request !== request) return;
    this.#isCurrent = false;
    this.#renderLease?.answer();
  }

  /** Asks unless what is there is valid, or who waited for it was just given it. */
  demand(): void {
    if (this.#awaited?.keep()) return;
    // Timers do not notice that the clock was set forward, or that the machine slept.
    this.#expiry.catchUp(this.host.now());
    const { status } = this.read();
    this.#mustAsk = undefined;
    const isSatisfied = this.isSatisfied && (status === 'stale' || this.hasData);
    if (status === 'valid' || isSatisfied) return;
    this.host.startRead(this, false);
  }

  /** The read under way that a reader may join. */
  get joinable(): LiveRequest | undefined {
    const request = this.#request;
    return request && !request.isSettled && request.seq > this.notBefore ? request : undefined;
  }

  /** The read in flight that a reader joins, or after which the key is fetched again. */
  get #awaited(): LiveRequest | undefined {
    const isTurn = this.#mustAsk === 'in turn' && this.#request?.isSettled === false;
    return isTurn ? this.#request : this.joinable;
  }

  get hasData(): boolean {
    return this.read().data !== undefined;
  }

  /** Marks the result for refetch: if it is observed, at once or after the read in flight; else on the next read. Results requested after `seq` stay. */
  mustAskAgain(seq: number, when: 'at once' | 'in turn'): void {
    this.notBefore = Math.max(this.notBefore, seq);
    if (!this.joinable && this.host.row(this.key).seq < seq) {
      // One that pauses between two tries goes on, unless another one takes its place.
      const goesOn = when === 'in turn' || this.#request?.isSettled || this.#request?.isPausing;
      if (!goesOn) this.#request = undefined;
      this.#mustAsk = when;
    }
    this.answerChanged();
  }

  settle(): void {
    const isLost = this.#hadData && !this.hasData;
    // What a mutation under way hides may come back, or will be asked for when it is over.
    this.#awaitsLayers = isLost && this.host.isOfLayers(this.#view);
    if (this.#mustAsk || (isLost && !this.#awaitsLayers)) {
      // Renders that were about to show what was there wait on.
      this.#renderLease?.wait(false);
      const isWanted = this.isDemanded || this.#renderLease !== undefined;
      if (isWanted) this.#awaitsLayers = false;
      if (isWanted && !this.#awaited) this.host.startRead(this, false);
    }
    if (!this.#awaitsLayers) this.#hadData = this.hasData;
    this.#publish();
  }

  /** Called when mutations under way show other things, or nothing any more. */
  layersChanged(): void {
    if (this.#awaitsLayers) this.changed();
  }

  /** The state is what observers get next. */
  #publish(): void {
    const { status, expiresAt } = (this.#told = this.read());
    // What could not be read stays valid.
    const waits = status === 'valid' && this.isListened && expiresAt >= this.host.now();
    this.#expiry.set(waits ? expiresAt + 1 : undefined);
  }

  override listen(listener: SourceListener): void {
    super.listen(listener);
    this.demand();
    this.#hadData = this.hasData;
    this.#publish();
  }

  /** Listens without asking for anything at once; who `wants` the data has it fetched again when it is gone or was expired by a call. */
  watch(listener: SourceListener, how: 'looks' | 'wants' = 'looks'): void {
    this.join(listener, how);
    if (how === 'wants') this.#hadData = this.hasData;
    this.#publish();
  }

  protected override unlistened(): void {
    this.#expiry.set(undefined);
    this.#isCurrent = false;
  }

  protected override released(): void {
    for (const request of listOf(this.#requests)) {
      if (request.isSettled) continue;
      if (this.endpoint.cancel === true) this.#giveUp(request, 'nobody waited any more');
      else request.endRetries();
    }
  }

  /**
   * For a render that has to wait: starts the request if there is none, and holds the key until the render is repeated – for a limited
   * time, because it may never be. `isFirst`: nothing was shown before.
   */
  demandForRender(render: WaitingRender, isFirst: boolean): void {
    if (!this.#awaited?.keep()) this.host.startRead(this, true);
    if (!this.#renderLease) {
      // The render may listen as well.
      const look = { changed: () => render.changed(), ended: (why?: Error) => render.ended(why) };
      this.watch(look);
      this.#renderLease = new RenderLease(this.host, render, () => {
        this.#renderLease = undefined;
        this.unlisten(look);
      });
    }
    this.#renderLease.wait(isFirst);
  }

  /** One of the renders that waited reads another key. */
  renderLeft(): void {
    this.#renderLease?.left();
  }

  /** True while a render that waited has its answer and was not shown yet: it must not wait again, however soon the answer expires. */
  get isSatisfied(): boolean {
    return this.#renderLease?.isAnswered === true;
  }

  /** Asks again, whatever is there; readers that render for the first time wait for the answer. */
  retry(): void {
    this.#renderLease?.wait(false);
    if (!this.joinable?.keep()) this.host.startRead(this, false);
  }

  /** The awaited failure was thrown: repetitions of the render throw it too, later readers ask again once it has expired. */
  renderThrew(): void {
    if (this.isSatisfied) this.#renderLease?.threw();
  }

  /** The awaited answer was shown: readers of the same commit are satisfied too, later ones are not. */
  renderShown(): void {
    if (this.isSatisfied) this.#renderLease?.shown();
  }

  /** Stops what runs on its own: the live source of an endpoint that nobody holds any more. */
  becomeIdle(): void {
    for (const request of listOf(this.#requests)) {
      if (request.isSettled || this.isLive) this.#giveUp(request, 'nobody listened any more');
    }
  }

  #giveUp(request: LiveRequest, why: string): void {
    request.giveUp(abortedError(this.endpoint, why));
  }

  dispose(): void {
    this.#expiry.set(undefined);
    this.#renderLease?.end();
    this.#view.dispose();
  }
}
