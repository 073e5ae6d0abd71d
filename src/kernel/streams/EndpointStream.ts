import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { Call } from '../requests/Requests.ts';
import { rejection } from '../../shared/asError.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { NO_RESULT, type ResultRecord } from '../table/ResultRecord.ts';
import { learn } from '../views/Inference.ts';
import {
  type EndpointView,
  endpointView,
  hasDataIn,
  isOfResult,
  isTainted,
  wholeResult,
} from '../views/EndpointView.ts';
import { ViewNode, type ViewOwner } from '../views/ViewNode.ts';
import { DerivedObservables, type EndpointObservable } from './EndpointObservable.ts';
import {
  type EndpointState,
  endpointState,
  type ExpiryStatus,
  POSTPONED,
} from './EndpointState.ts';
import { RetainedSource, type Root, type StreamContext } from './RetainedSource.ts';
import type { Interest, Rendered, SourceListener, StateObservable } from './StateObservable.ts';
import { KeyRequests, type RefetchTime } from './reads/KeyRequests.ts';
import { type ReadRequest, type ReadStream, sendRead } from './reads/ReadRequest.ts';
import type { StreamLease } from './StreamLease.ts';

type State = EndpointState<unknown>;

/** The shared stream of one endpoint and its args: state, request in flight, observers. */
export class EndpointStream
  extends RetainedSource<State>
  implements EndpointObservable<unknown>, ViewOwner<EndpointView>, ReadStream
{
  declare readonly key: string;
  /** The endpoint of the latest call: endpoints that share a key may differ in options. */
  endpoint: EndpointInterface;
  args: readonly unknown[];
  /** Made when the key is first fetched, or marked for refetch. */
  reads: KeyRequests<ReadRequest> | undefined;
  node: ViewNode<EndpointView> | undefined;
  private state: State | undefined;
  /** The state that observers got last. It is kept if the next one equals it. */
  private emitted: State | undefined;
  /** Whether only time has passed since {@link state} was made. */
  isCurrent: boolean;
  /** The result until the first response: that of a stream that stores the same. A reset ends it. */
  first: { readonly row: ResultRecord; readonly epoch: number } | undefined;
  renderLease: StreamLease | undefined;
  /** Whether layers hide the data. When they settle, data that is missing or not valid is fetched. */
  awaitsLayers: boolean;
  /** When the state expires, ms since epoch; Infinity without a timer. The timer may fire earlier. */
  private expiryAt: number;
  /** Made when the expiry timer is first set. */
  private expire: (() => void) | undefined;
  private derived: DerivedObservables<unknown> | undefined;

  constructor(context: StreamContext, { key, endpoint, args }: Call) {
    super(context);
    this.key = key;
    this.endpoint = endpoint;
    this.args = args;
    this.reads = this.node = this.state = this.emitted = undefined;
    this.isCurrent = this.awaitsLayers = false;
    this.renderLease = this.first = this.expire = this.derived = undefined;
    this.expiryAt = Infinity;
  }

  // --- the public observable

  get data$(): Observable<unknown> {
    return (this.derived ??= new DerivedObservables(this, this)).data$;
  }

  get dataOrThrow$(): Observable<unknown> {
    return (this.derived ??= new DerivedObservables(this, this)).dataOrThrow$;
  }

  get status$(): StateObservable<ExpiryStatus> {
    return (this.derived ??= new DerivedObservables(this, this)).status$;
  }

  get error$(): StateObservable<Error | undefined> {
    return (this.derived ??= new DerivedObservables(this, this)).error$;
  }

  /** The caller may abort with `signal`. */
  refetch(signal?: AbortSignal | null): Promise<unknown> {
    let release: (() => void) | undefined;
    try {
      this.context.assertAlive();
      release = this.lease();
      return (this.reads?.joinable ?? sendRead(this)).join(signal, release);
    } catch (error) {
      release?.();
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

  /** From now on the stream uses this endpoint and these args. */
  use(endpoint: EndpointInterface, args: readonly unknown[]): void {
    if (this.endpoint !== endpoint) this.isCurrent = false;
    this.endpoint = endpoint;
    this.args = args;
  }

  get row(): ResultRecord {
    const { context, first, key } = this;
    const { visible } = context.commits.shown;
    return visible.result(key) ?? (first?.epoch === visible.epoch ? first.row : NO_RESULT);
  }

  produce(previous: EndpointView | undefined): EndpointView {
    return endpointView(this.context.commits.graph, this.row, this.endpoint, this.args, previous);
  }

  read(): State {
    // Without observers there is no expiry timer, so the time has to be checked.
    const { context, listeners, reads, state } = this;
    if (this.isCurrent && (listeners || context.clock.now() <= state!.expiresAt)) return state!;
    const view = this.view();
    this.state = endpointState(
      this.row,
      view,
      isTainted(view, this.row, this.node!, context.commits.shown.visible),
      (DEVELOPMENT && context.commits.travel?.at) || context.clock.now(),
      this.endpoint.invalidIfStale === true,
      reads?.refetch === 'postponed' ? POSTPONED : reads?.current,
      context.commits.graph.optimistic?.has(this.node!) === true,
      this.emitted,
      state,
    );
    this.isCurrent = true;
    return this.state;
  }

  view(): EndpointView {
    this.node ??= new ViewNode(this.context.commits.graph, this);
    return this.node.read();
  }

  get hasData(): boolean {
    // The state of other endpoints hides no data; a state takes longer to make than a look at it.
    const { data } = this.endpoint.invalidIfStale === true ? this.read() : this.view();
    return data !== undefined;
  }

  /** Marks the state as dirty and schedules an emission. */
  changed(): void {
    this.isCurrent = false;
    if (this.listeners) this.context.commits.scheduleEmit(this);
  }

  /** Called when the result or the error of the key changed, or the key was expired or invalidated. */
  resultChanged(): void {
    const { args, context, endpoint, node, row } = this;
    const isWrong = row.hasResult && learn(context.commits.graph, endpoint, args, row.result);
    if (isWrong) context.streams.inferAgain(endpoint.name);
    // Data that was refreshed or has expired is not read again.
    if (node && !isOfResult(node.value, row)) node.markDirty();
    this.reads?.stored?.();
    this.changed();
  }

  get root(): Root {
    const { args, context, endpoint, node, row } = this;
    // After an invalidation nothing is inferred. A view has no value before its first read.
    const inferred = row.invalidatedSeq > 0 ? undefined : node?.value?.stored;
    const stored = row.hasResult ? wholeResult(context.commits, endpoint, args, row) : inferred;
    return { schema: endpoint.schema, stored, args };
  }

  forget(): void {
    this.setExpiry(Infinity);
    this.renderLease?.end();
    this.node?.dispose();
    this.state = this.emitted = undefined;
    this.isCurrent = this.awaitsLayers = false;
  }

  // --- requests

  get requests(): KeyRequests<ReadRequest> {
    return (this.reads ??= new KeyRequests(this.context.requests, this.key));
  }

  override get isBusy(): boolean {
    return this.reads?.isBusy === true;
  }

  /** Starts a request. `later`: sends it in a microtask. */
  startRead(later = false, policy?: 'soft'): ReadRequest {
    return sendRead(this, later, policy).detach();
  }

  /** Starts the refetch whose turn has come, unless it has started or no observer is left. */
  startPostponed(): void {
    if (this.reads?.refetch !== 'postponed') return;
    this.reads.refetch = 'none';
    if (this.isDemanded) return void this.startRead();
    // Suspended renders may have left meanwhile. Those that are still there repeat, and fetch.
    this.renderLease?.left();
    this.reads.settleConflicts(0, this);
    this.changed();
  }

  /** Whether data is fetched for an observer or a suspended render. */
  get isWanted(): boolean {
    return this.isDemanded || this.renderLease !== undefined;
  }

  /** Fetches unless the data is valid or a suspended render has just received it. */
  fetchIfNeeded(): void {
    if (this.reads?.awaited?.detach() || this.context.hold?.(this)) return;
    // A component whose effects run now may be about to unmount.
    if (this.reads?.refetch === 'postponed' && this.context.refetches.holds(this)) return;
    // Timers do not notice when the clock is set forward or the machine sleeps.
    if (this.isCurrent && this.expire) this.context.deadlines.catchUp(this.expire);
    const { status } = this.read();
    if (this.reads && this.reads.refetch !== 'postponed') this.reads.refetch = 'none';
    // A suspended render must not suspend again, even after expiry.
    const isSatisfied = this.renderLease?.hasResponse && (status === 'stale' || this.hasData);
    if (status !== 'valid' && !isSatisfied && !this.waitsForLayers()) this.startRead();
  }

  /** Whether pending layers hide the data: a request would show nothing until they settle. */
  waitsForLayers(): boolean {
    const { graph, shown } = this.context.commits;
    const isHidden = shown.visible !== shown.confirmed && this.isHidden;
    return (this.awaitsLayers = isHidden && hasDataIn(shown.confirmed, graph, this.row, this));
  }

  /** Whether pending layers may hide the data. They do not hide expired data. */
  private get isHidden(): boolean {
    return this.view().data === undefined && this.context.isOfLayers(this.node!);
  }

  /** Marks the result for refetch: now if observed, else on the next read. Keeps later results. */
  markForRefetch(seq: number, when: RefetchTime): void {
    this.requests.markForRefetch(seq, when, this.row.seq);
    this.changed();
  }

  /** Refetches whatever the state is. First renders stay suspended until the response arrives. */
  retry(): void {
    this.renderLease?.wait(false);
    if (this.reads?.joinable?.detach()) return;
    this.enlist().startRead();
  }

  // --- observers

  beforeEmit(): void {
    if (DEVELOPMENT && this.context.commits.travel) return this.publish();
    const requests = this.reads;
    const waited = this.awaitsLayers;
    const isLost = (waited || this.emitted?.data !== undefined) && !this.hasData;
    // Hidden by a pending layer only: wait until the mutation settles.
    this.awaitsLayers = isLost && this.isHidden;
    // An observer may have come meanwhile, and the data may have expired.
    const isDue = isLost || (waited && this.read().status !== 'valid');
    if (waited && !isDue) this.renderLease?.responded();
    const refetch = requests?.refetch;
    const hasRefetch = refetch === 'at once' || refetch === 'in turn';
    if (hasRefetch || (isDue && !this.awaitsLayers)) {
      // Renders that were about to show the old data stay suspended.
      this.renderLease?.wait(false);
      const { isWanted } = this;
      if (isWanted) this.awaitsLayers = false;
      this.isCurrent = false;
      if (isWanted && !requests?.awaited) this.context.refetches.add(this);
    }
    this.publish();
  }

  private setExpiry(at: number): void {
    const before = this.expiryAt;
    this.expiryAt = at;
    // Each write moves it on. A timer that fires too early finds no change, and is set anew.
    if (at === before || (at > before && at !== Infinity)) return;
    this.expire ??= () => {
      this.expiryAt = Infinity;
      this.changed();
    };
    this.context.deadlines.set(this.expire, at);
  }

  protected override unlistened(): void {
    this.setExpiry(Infinity);
    // The next observer loses nothing that this one had.
    this.emitted = undefined;
    this.reads?.settleConflicts(0, this);
  }

  /** Records the state that observers get next, and sets the expiry timer. */
  private publish(): void {
    const { status, expiresAt } = (this.emitted = this.read());
    // A view that failed stays valid after it has expired, so it needs no timer.
    const isTravelling = DEVELOPMENT && this.context.commits.travel !== undefined;
    const mayExpire = status === 'valid' && this.listeners && !isTravelling;
    const waits = mayExpire && expiresAt >= this.context.clock.now();
    this.setExpiry(waits ? expiresAt + 1 : Infinity);
  }

  override listen(listener: SourceListener, how: Interest = 'wants'): void {
    if (!this.listeners) this.isCurrent = false;
    super.listen(listener, how);
    if (how === 'wants') this.fetchIfNeeded();
    this.publish();
  }

  protected override released(): void {
    this.reads?.released(this.endpoint.cancel === true);
  }

  protected override becameIdle(): void {
    this.reads?.becameIdle();
  }
}
