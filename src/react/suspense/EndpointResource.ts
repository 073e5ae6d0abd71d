import type { ReadEndpoint } from '../../endpoint/EndpointInterface.ts';
import type { Store } from '../../store/Store.ts';
import type { EndpointObservable } from '../../streams/EndpointObservable.ts';
import type { EndpointState } from '../../streams/EndpointState.ts';
import type { EndpointStream } from '../../streams/EndpointStream.ts';
import type { Rendered, SourceListener } from '../../streams/StateObservable.ts';
import { RenderLease } from './RenderLease.ts';
import { firstRenderWaits, readDecision } from './readDecision.ts';
import { SuspenseResource } from './SuspenseResource.ts';
import { SuspenseThenable } from './SuspenseThenable.ts';

const resources = new WeakMap<EndpointObservable<unknown>, EndpointResource>();

/** The resource of a key: always the same object for the same stream. */
export function endpointResourceOf(
  store: Store,
  endpoint: ReadEndpoint,
  args: readonly unknown[],
): EndpointResource {
  // The casts hold: the overloads of the hooks check the arguments, and stores observe streams.
  const stream = store.observe(endpoint, ...(args as [null])) as EndpointStream;
  let resource = resources.get(stream);
  if (!resource) resources.set(stream, (resource = new EndpointResource(stream)));
  return resource;
}

/** What all hooks of one key show of its stream. */
export class EndpointResource extends SuspenseResource {
  readonly stream: EndpointStream;
  #state: EndpointState<unknown> | undefined;
  #serverState: EndpointState<unknown> | undefined;
  /** For first renders that suspend while mounted components keep showing their data. */
  #awaitedFirst: SuspenseThenable | undefined;
  /** Retains the stream for suspended renders. */
  #lease: RenderLease | undefined;

  constructor(stream: EndpointStream) {
    super();
    this.stream = stream;
  }

  /** Fetches missing or stale data. */
  listen(listener: SourceListener): void {
    this.stream.listen(listener);
    this.#lease?.shown();
  }

  unlisten(listener: SourceListener): void {
    this.stream.unlisten(listener);
  }

  /** The state of the key. The same object until a member changes. */
  getState(): EndpointState<unknown> {
    const { stream } = this;
    // A listed stream memoizes what it reads. Else a later read could make other objects.
    const state = (stream.isListened ? stream : stream.enlist()).read();
    if (state !== this.#state) this.#showState(state);
    return state;
  }

  /** The state that the server rendered the page with, for hooks that do not suspend. */
  getServerState(): EndpointState<unknown> {
    this.#serverState ??= this.stream.rendered()?.value;
    return this.#serverState ?? this.getState();
  }

  protected update(): void {
    this.getState();
  }

  protected served(): Rendered<unknown> | undefined {
    const value = this.stream.served();
    return value === undefined ? undefined : { value };
  }

  firstRender(waits: boolean): SuspenseThenable | undefined {
    const { stream } = this;
    const state = this.getState();
    const decision = readDecision(state);
    if (decision !== 'wait' && (stream.renderLease?.hasResponse || !firstRenderWaits(state))) {
      // A component that throws never subscribes.
      if (decision === 'throw') this.#lease?.threw();
      return undefined;
    }
    this.#suspend(waits);
    return decision === 'wait' ? undefined : (this.#awaitedFirst ??= new SuspenseThenable());
  }

  /** A hidden tree has no subscription, so the render starts the request. */
  protected waits(): void {
    this.#suspend(false);
  }

  /**
   * Fetches for a render that suspends, and retains the stream until the render is repeated – for a
   * limited time, because React may never repeat it. `isFirst`: nothing was shown before.
   */
  #suspend(isFirst: boolean): void {
    const { stream } = this;
    // The request is sent after the render.
    if (!stream.requests.awaited?.detach()) stream.startRead(true);
    if (!this.#lease) {
      const lease = new RenderLease(stream.context, this, () => {
        this.#lease = stream.renderLease = undefined;
        stream.unlisten(lease);
      });
      // Not this resource: components may subscribe as well.
      stream.listen(lease, 'looks');
      this.#lease = stream.renderLease = lease;
    }
    this.#lease.wait(isFirst);
  }

  /** A component reads another key now: its render does not wait for this one any longer. */
  leave(): void {
    this.#lease?.left();
  }

  retry(): void {
    this.stream.retry();
  }

  override ended(reason?: Error): void {
    super.ended(reason);
    this.#awaitedFirst?.become('throw', reason);
  }

  override lapsed(): void {
    super.lapsed();
    this.#awaitedFirst?.notify();
  }

  #showState(state: EndpointState<unknown>): void {
    this.#state = state;
    const decision = readDecision(state);
    const content = decision === 'throw' ? state.error : state.data;
    this.show(decision, content);
    if (!this.#awaitedFirst || decision === 'wait' || state.fetching) return;
    // Its components render next, and React needs the same thenable when it repeats a render.
    this.awaited = this.#awaitedFirst.become(decision, content);
    this.#awaitedFirst = undefined;
  }
}
