import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { listOf, type SmallSet, add, remove } from '../shared/smallSet.ts';
import { abortedError } from '../requests/abortedError.ts';
import { Alarm } from '../requests/Alarm.ts';
import { type EndpointState, endpointState } from './EndpointState.ts';
import { type EndpointView, endpointView } from '../views/EndpointView.ts';
import type { StreamHost } from './StreamHost.ts';
import type { Call } from '../requests/Call.ts';
import type { ReadTarget, Request } from '../requests/Request.ts';
import type { Root } from './Root.ts';
import { RenderLease, type WaitingRender } from './RenderLease.ts';
import { RetainedSource } from './RetainedSource.ts';
import type { SourceListener } from './ReadableSource.ts';
import { ViewNode, type ViewOwner } from '../views/ViewNode.ts';

/** The shared stream of one endpoint and its args: state, request in flight, observers. */
export class EndpointStream
  extends RetainedSource<EndpointState<unknown>>
  implements ViewOwner<EndpointView>, ReadTarget
{
  readonly key: string;
  /** The endpoint of the latest call: endpoints that share a key may differ in options. */
  endpoint: EndpointInterface;
  args: readonly unknown[];
  declare protected readonly host: StreamHost;
  readonly #view: ViewNode<EndpointView>;
  #request: Request | undefined;
  /** Requests that may still bring data, those sent before an invalidation included. */
  #requests: SmallSet<Request>;
  #state: EndpointState<unknown> | undefined;
  /** The state that observers got last. It is kept if the next one equals it. */
  #emitted: EndpointState<unknown> | undefined;
  #isCurrent = false;
  readonly #expiry: Alarm;
  #renderLease: RenderLease | undefined;
  #refetchDue: 'at once' | 'in turn' | undefined;
  /** Observers do not join requests whose `seq` is not higher than this one. */
  minSeq = 0;
  /** Whether a live source was opened for it. It is closed when the stream becomes inactive. */
  isLive = false;
  #hadData = false;
  #awaitsLayers = false;

  constructor(host: StreamHost, { key, endpoint, args }: Call) {
    super(host);
    this.key = key;
    this.endpoint = endpoint;
    this.args = args;
    this.#view = new ViewNode<EndpointView>(host.graph, this);
    // Entities may have been refreshed since the deadline was set; then it is set anew.
    this.#expiry = new Alarm(host.deadlines, () => this.answerChanged());
  }

  produce(): EndpointView {
    const { host, key, endpoint, args } = this;
    return endpointView(host.graph, host.row(key), endpoint, args, this.#view.value);
  }

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
      [this.#emitted, this.#state],
    );
    // Without observers there is no expiry timer, so every read has to check the time.
    this.#isCurrent = this.isListened;
    return this.#state;
  }

  view(): EndpointView {
    return this.#view.read();
  }

  /** Marks the state as dirty and schedules an emission. */
  changed(): void {
    this.#isCurrent = false;
    if (this.isListened) this.host.scheduleEmit(this);
  }

  /** Called when the result, the error or a mark of the key changed. */
  answerChanged(): void {
    this.host.graph.markDirty(this.#view);
    this.changed();
  }

  /** The normalized value that it shows. */
  get root(): Root {
    const { hasResult, result } = this.host.row(this.key);
    // A view has no value before its first read.
    const inferred = (this.#view.value as EndpointView | undefined)?.stored;
    return { schema: this.endpoint.schema, stored: hasResult ? result : inferred, args: this.args };
  }

  /** Drops the memoized view and state. The next read makes them again. */
  forget(): void {
    this.#view.dispose();
    this.#state = this.#emitted = undefined;
  }

  /** Whether a request may still bring a value; an open live source counts. */
  get isBusy(): boolean {
    return this.#requests !== undefined;
  }

  /** A try of a read starts. It replaces an open live source and a read that pauses for a retry. */
  requestStarted(request: Request): void {
    const previous = this.#request;
    this.#request = request;
    if (previous?.isSettled) this.#abort(previous, 'another request replaced it');
    previous?.endRetries();
    this.#requests = add(this.#requests, request);
    this.#refetchDue = undefined;
    this.changed();
  }

  /** Whether further responses of a request are used. */
  follows(request: Request): boolean {
    return this.#request === request && !this.isIdle;
  }

  /** Called when a request will bring nothing more. */
  requestEnded(request: Request): void {
    this.#requests = remove(this.#requests, request);
    if (this.#request !== request) return;
    this.#request = undefined;
    // While it was open, it kept the data valid.
    if (request.isOpen) this.changed();
  }

  /** Called when the request has its first response, has failed, or was aborted. */
  requestSettled(request: Request): void {
    if (this.#request !== request) return;
    this.#isCurrent = false;
    this.#renderLease?.answer();
  }

  /** Fetches unless the data is valid or a suspended render has just received it. */
  fetchIfNeeded(): void {
    if (this.#awaited?.detach()) return;
    // Timers do not notice when the clock is set forward or the machine sleeps.
    this.#expiry.catchUp(this.host.now());
    const { status } = this.read();
    this.#refetchDue = undefined;
    const isSatisfied = this.isSatisfied && (status === 'stale' || this.hasData);
    if (status === 'valid' || isSatisfied) return;
    this.host.startRead(this, false);
  }

  /** The read in flight that an observer may join. */
  get joinable(): Request | undefined {
    const request = this.#request;
    return request && !request.isSettled && request.seq > this.minSeq ? request : undefined;
  }

  /** The read in flight that an observer joins, or that is followed by a refetch. */
  get #awaited(): Request | undefined {
    const isTurn = this.#refetchDue === 'in turn' && this.#request?.isSettled === false;
    return isTurn ? this.#request : this.joinable;
  }

  get hasData(): boolean {
    return this.read().data !== undefined;
  }

  /** Marks the result for refetch: now if observed, else on the next read. Keeps later results. */
  markForRefetch(seq: number, when: 'at once' | 'in turn'): void {
    this.minSeq = Math.max(this.minSeq, seq);
    if (!this.joinable && this.host.row(this.key).seq < seq) {
      // A read that pauses between two tries continues unless another one replaces it.
      const goesOn = when === 'in turn' || this.#request?.isSettled || this.#request?.isPausing;
      if (!goesOn) this.#request = undefined;
      this.#refetchDue = when;
    }
    this.answerChanged();
  }

  beforeEmit(): void {
    const isLost = this.#hadData && !this.hasData;
    // Hidden by a pending layer only: wait until the mutation settles.
    this.#awaitsLayers = isLost && this.host.isOfLayers(this.#view);
    if (this.#refetchDue || (isLost && !this.#awaitsLayers)) {
      // Renders that were about to show the old data stay suspended.
      this.#renderLease?.wait(false);
      const isWanted = this.isDemanded || this.#renderLease !== undefined;
      if (isWanted) this.#awaitsLayers = false;
      if (isWanted && !this.#awaited) this.host.startRead(this, false);
    }
    if (!this.#awaitsLayers) this.#hadData = this.hasData;
    this.#publish();
  }

  /** Called when the optimistic layers changed. */
  layersChanged(): void {
    if (this.#awaitsLayers) this.changed();
  }

  /** Records the state that observers get next, and sets the expiry timer. */
  #publish(): void {
    const { status, expiresAt } = (this.#emitted = this.read());
    // A view that failed stays valid after it has expired, so it needs no timer.
    const waits = status === 'valid' && this.isListened && expiresAt >= this.host.now();
    this.#expiry.set(waits ? expiresAt + 1 : undefined);
  }

  override listen(listener: SourceListener): void {
    super.listen(listener);
    this.fetchIfNeeded();
    this.#hadData = this.hasData;
    this.#publish();
  }

  /** Subscribes without fetching. For an active observer (`wants`), lost data is refetched. */
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
      if (this.endpoint.cancel === true) this.#abort(request, 'no observer is left');
      else request.endRetries();
    }
  }

  /**
   * Fetches for a render that suspends, and retains the stream until the render is repeated – for a
   * limited time, because React may never repeat it. `isFirst`: nothing was shown before.
   */
  fetchForRender(render: WaitingRender, isFirst: boolean): void {
    if (!this.#awaited?.detach()) this.host.startRead(this, true);
    if (!this.#renderLease) {
      // A listener of its own, because the render may subscribe as well.
      const look = { changed: () => render.changed(), ended: (why?: Error) => render.ended(why) };
      this.watch(look);
      this.#renderLease = new RenderLease(this.host, render, () => {
        this.#renderLease = undefined;
        this.unlisten(look);
      });
    }
    this.#renderLease.wait(isFirst);
  }

  /** A suspended render reads another key. */
  renderLeft(): void {
    this.#renderLease?.left();
  }

  /** A suspended render has its response to show: it must not suspend again, even after expiry. */
  get isSatisfied(): boolean {
    return this.#renderLease?.isAnswered === true;
  }

  /** Refetches whatever the state is. First renders stay suspended until the response arrives. */
  retry(): void {
    this.#renderLease?.wait(false);
    if (!this.joinable?.detach()) this.host.startRead(this, false);
  }

  /** A render threw the awaited error. Its repetitions throw it too, later renders may fetch. */
  renderThrew(): void {
    if (this.isSatisfied) this.#renderLease?.threw();
  }

  /** A render showed the awaited data. Only renders of the same React commit stay satisfied. */
  renderShown(): void {
    if (this.isSatisfied) this.#renderLease?.shown();
  }

  /** Called when the stream becomes inactive. Closes its live sources. */
  becomeIdle(): void {
    for (const request of listOf(this.#requests)) {
      if (request.isSettled || this.isLive) this.#abort(request, 'no observer is left');
    }
  }

  #abort(request: Request, why: string): void {
    request.giveUp(abortedError(this.endpoint, why));
  }

  dispose(): void {
    this.#expiry.set(undefined);
    this.#renderLease?.end();
    this.#view.dispose();
  }
}
