import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { sendRead } from '../requests/ReadRequest.ts';
import type { Request } from '../requests/Request.ts';
import type { Call, ReadTarget } from '../requests/Requests.ts';
import { rejection } from '../shared/asError.ts';
import { NO_RESULT, type ResultRecord } from '../table/ResultRecord.ts';
import { type EndpointView, endpointView } from '../views/EndpointView.ts';
import { ViewNode, type ViewOwner } from '../views/ViewNode.ts';
import { DerivedObservables, type EndpointObservable } from './EndpointObservable.ts';
import { type EndpointState, endpointState, type ExpiryStatus } from './EndpointState.ts';
import { KeyRequests, type RefetchTime } from './KeyRequests.ts';
import { RetainedSource, type StreamContext, type Root } from './RetainedSource.ts';
import type { Interest, Rendered, SourceListener, StateObservable } from './StateObservable.ts';

type State = EndpointState<unknown>;

/** Retains a stream for renders that wait for a response. A bridge that can suspend sets it. */
export interface StreamLease extends SourceListener {
  /** True while there is a response that was not shown yet. */
  readonly hasResponse: boolean;
  /** Called when renders have to wait, for the first time or again. */
  wait(isFirst: boolean): void;
  /** Called when the request has settled. */
  responded(): void;
  /** Called when the stream forgets its data. */
  end(): void;
}

/** The shared stream of one endpoint and its args: state, request in flight, observers. */
export class EndpointStream
  extends RetainedSource<State>
  implements EndpointObservable<unknown>, ViewOwner<EndpointView>, ReadTarget
{
  readonly key: string;
  /** The endpoint of the latest call: endpoints that share a key may differ in options. */
  endpoint: EndpointInterface;
  args: readonly unknown[];
  readonly requests: KeyRequests;
  readonly #view: ViewNode<EndpointView>;
  #state: State | undefined;
  /** The state that observers got last. It is kept if the next one equals it. */
  #emitted: State | undefined;
  #isCurrent = false;
  /** Entities may have been refreshed since the deadline was set; then it is set anew. */
  readonly #expire = (): void => this.resultChanged();
  /** Retains the stream for suspended renders. */
  renderLease: StreamLease | undefined;
  #awaitsLayers = false;
  #derived: DerivedObservables<unknown> | undefined;

  constructor(context: StreamContext, { key, endpoint, args }: Call) {
    super(context);
    this.key = key;
    this.endpoint = endpoint;
    this.args = args;
    this.requests = new KeyRequests(context.commits, key);
    this.#view = new ViewNode<EndpointView>(context.commits.graph, this);
  }

  // --- the public observable

  get data$(): Observable<unknown> {
    return this.#derive().data$;
  }

  get dataOrThrow$(): Observable<unknown> {
    return this.#derive().dataOrThrow$;
  }

  get status$(): StateObservable<ExpiryStatus> {
    return this.#derive().status$;
  }

  get error$(): StateObservable<Error | undefined> {
    return this.#derive().error$;
  }

  #derive(): DerivedObservables<unknown> {
    return (this.#derived ??= new DerivedObservables(this));
  }

  /** The caller may abort with `signal`. */
  refetch(signal?: AbortSignal | null): Promise<unknown> {
    try {
      this.context.assertAlive();
      return this.whileRetained(() => {
        const request = this.requests.joinable ?? sendRead(this.context.requests, this);
        return request.join(signal, this.lease());
      });
    } catch (error) {
      return rejection(error);
    }
  }

  /** The hydrated data of a page, if the store shows other data. */
  served(): unknown {
    return this.context.page?.read(this);
  }

  override rendered(): Rendered<State> | undefined {
    return this.context.page?.state(this, () => this.getValue().data);
  }

  // --- the state

  get #row(): ResultRecord {
    return this.context.commits.state.result(this.key) ?? NO_RESULT;
  }

  produce(previous: EndpointView | undefined): EndpointView {
    const { context, endpoint, args } = this;
    return endpointView(context.commits.graph, this.#row, endpoint, args, previous);
  }

  read(): State {
    if (this.#isCurrent && this.#state) return this.#state;
    const { current } = this.requests;
    this.#state = endpointState(
      this.#row,
      this.#view.read(),
      this.context.now(),
      this.endpoint.invalidIfStale === true,
      current?.isOpen === true,
      current && !current.isSettled ? current.attempt : 0,
      this.context.commits.graph.optimistic.has(this.#view),
      [this.#emitted, this.#state],
    );
    // Without observers there is no expiry timer, so every read has to check the time.
    this.#isCurrent = this.isListened;
    return this.#state;
  }

  view(): EndpointView {
    return this.#view.read();
  }

  get hasData(): boolean {
    return this.read().data !== undefined;
  }

  /** Marks the state as dirty and schedules an emission. */
  changed(): void {
    this.#isCurrent = false;
    if (this.isListened) this.context.commits.scheduleEmit(this);
  }

  /** Called when the result, the error or a mark of the key changed. */
  resultChanged(): void {
    this.#view.markDirty();
    this.changed();
  }

  get root(): Root {
    const { hasResult, result } = this.#row;
    // A view has no value before its first read.
    const inferred = (this.#view.value as EndpointView | undefined)?.stored;
    return { schema: this.endpoint.schema, stored: hasResult ? result : inferred, args: this.args };
  }

  forget(): void {
    this.context.deadlines.set(this.#expire, Infinity);
    this.renderLease?.end();
    this.#view.dispose();
    this.#state = this.#emitted = undefined;
    this.#awaitsLayers = false;
  }

  // --- requests

  requestStarted(request: Request): void {
    this.requests.start(request);
    this.#isCurrent = false;
  }

  follows(request: Request): boolean {
    return this.requests.current === request && !this.isIdle;
  }

  requestEnded(request: Request): void {
    // While it was open, it kept the data valid.
    if (this.requests.end(request) && request.isOpen) this.changed();
  }

  requestSettled(request: Request): void {
    if (this.requests.current !== request) return;
    this.#isCurrent = false;
    this.renderLease?.responded();
  }

  /** Starts a request. `later`: sends it in a microtask. */
  startRead(later = false, policy?: 'soft'): Request {
    return sendRead(this.context.requests, this, later, policy).detach();
  }

  /** Fetches unless the data is valid or a suspended render has just received it. */
  fetchIfNeeded(): void {
    if (this.requests.awaited?.detach()) return;
    // Timers do not notice when the clock is set forward or the machine sleeps.
    this.context.deadlines.catchUp(this.#expire);
    const { status } = this.read();
    this.requests.refetchDue = undefined;
    const isSatisfied = this.isSatisfied && (status === 'stale' || this.hasData);
    if (status !== 'valid' && !isSatisfied) this.startRead();
  }

  /** Marks the result for refetch: now if observed, else on the next read. Keeps later results. */
  markForRefetch(seq: number, when: RefetchTime): void {
    this.requests.markForRefetch(seq, when, this.#row.seq);
    this.resultChanged();
  }

  /** Refetches whatever the state is. First renders stay suspended until the response arrives. */
  retry(): void {
    this.renderLease?.wait(false);
    if (this.requests.joinable?.detach()) return;
    this.enlist();
    this.startRead();
  }

  // --- observers

  beforeEmit(): void {
    const { requests } = this;
    const hadData = this.#emitted?.data !== undefined || this.#awaitsLayers;
    const isLost = hadData && !this.hasData;
    // Hidden by a pending layer only: wait until the mutation settles.
    this.#awaitsLayers = isLost && this.context.isOfLayers(this.#view);
    if (requests.refetchDue || (isLost && !this.#awaitsLayers)) {
      // Renders that were about to show the old data stay suspended.
      this.renderLease?.wait(false);
      const isWanted = this.isDemanded || this.renderLease !== undefined;
      if (isWanted) this.#awaitsLayers = false;
      if (isWanted && !requests.awaited) this.startRead();
    }
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
    const waits = status === 'valid' && this.isListened && expiresAt >= this.context.now();
    this.context.deadlines.set(this.#expire, waits ? expiresAt + 1 : Infinity);
  }

  override listen(listener: SourceListener, how: Interest = 'wants'): void {
    super.listen(listener, how);
    if (how === 'wants') this.fetchIfNeeded();
    if (how !== 'looks') this.#awaitsLayers = false;
    this.#publish();
  }

  protected override unlistened(): void {
    this.context.deadlines.set(this.#expire, Infinity);
    this.#isCurrent = false;
  }

  protected override released(): void {
    this.requests.released(this.endpoint.cancel === true);
  }

  // --- suspended renders

  /** Lists the stream, so that it keeps what it computed until it is collected. */
  enlist(): this {
    this.context.assertAlive();
    this.context.streams.list(this);
    return this;
  }

  /** Fetches for a render that suspends. The request is sent after the render. */
  fetchForRender(): void {
    if (!this.requests.awaited?.detach()) this.startRead(true);
  }

  /** A suspended render has its response to show: it must not suspend again, even after expiry. */
  get isSatisfied(): boolean {
    return this.renderLease?.hasResponse === true;
  }
}
