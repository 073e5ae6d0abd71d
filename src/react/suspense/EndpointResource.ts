import type { EndpointState } from '../../kernel/streams/EndpointState.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import { readDecision } from './readDecision.ts';
import { RenderLease } from './RenderLease.ts';
import { SuspenseResource } from './SuspenseResource.ts';
import { SuspenseThenable } from './suspend.ts';

type State = EndpointState<unknown>;

const resources = new WeakMap<EndpointStream, EndpointResource>();

/** The resource of a key, if a hook needed it before. */
export function knownResourceOf(stream: EndpointStream): EndpointResource | undefined {
  return resources.get(stream);
}

/** The resource of a key: always the same object for the same stream. */
export function endpointResourceOf(stream: EndpointStream): EndpointResource {
  let resource = resources.get(stream);
  if (!resource) resources.set(stream, (resource = new EndpointResource(stream)));
  return resource;
}

/** The state of a key. The same object until a member changes. */
export function stateOf(stream: EndpointStream): State {
  // A listed stream memoizes what it reads. Else a later read could make other objects.
  return (stream.isListened ? stream : stream.enlist()).read();
}

/**
 * What the hooks of a key share that wait, throw, or hydrate a page. Hooks that only show data need
 * none.
 */
export class EndpointResource extends SuspenseResource {
  readonly #stream: EndpointStream;
  /** For first renders that wait while mounted components keep showing their data. */
  #awaitedFirst: SuspenseThenable | undefined;

  constructor(stream: EndpointStream) {
    super();
    this.#stream = stream;
  }

  /** What mounted components show of the present state. */
  thenableOf(state: State): SuspenseThenable {
    const decision = readDecision(state);
    const content = decision === 'throw' ? state.error : state.data;
    const thenable = this.show(decision, content);
    if (!this.#awaitedFirst || decision === 'wait' || state.fetching) return thenable;
    // Its components render next, and React needs the same thenable when it repeats a render.
    this.awaited = this.#awaitedFirst.become(decision, content);
    this.#awaitedFirst = undefined;
    return thenable;
  }

  /** What first renders wait for although there is data or an error. */
  get awaitedFirst(): SuspenseThenable {
    return (this.#awaitedFirst ??= new SuspenseThenable(this));
  }

  changed(): void {
    this.thenableOf(stateOf(this.#stream));
  }

  /**
   * Called in each render that waits: fetches, and retains the stream until the render is repeated
   * – for a limited time, because React may never repeat it. `isFirst`: the component suspends, and
   * nothing was shown before. A hidden tree has no subscription, so its render starts the request.
   */
  waits(isFirst: boolean): void {
    const stream = this.#stream;
    stream.context.isRendered = true;
    // A mounted component may be about to unmount. If it stays, the refetch starts in its turn for
    // its subscription, or else the lease repeats the render.
    const hasTurn = !isFirst && stream.requests.refetch === 'postponed';
    const isPostponed = hasTurn || stream.context.hold?.(stream);
    // The request is sent after the render.
    const isInFlight = isPostponed || stream.requests.awaited?.detach();
    if (!isInFlight && !stream.waitsForLayers()) stream.startRead(true);
    if (!this.lease) {
      // A component that suspends for the first time has no memory of what it read before.
      if (stream.endpoint.cancel)
        for (const other of stream.context.waitingLeases) other.mayLeave();
      const lease = new RenderLease(stream.context, this, () => {
        this.lease = stream.renderLease = undefined;
        stream.unlisten(lease);
      });
      // Not this resource: components may subscribe as well.
      stream.listen(lease, 'looks');
      this.lease = stream.renderLease = lease;
    }
    this.lease.wait(isFirst);
  }

  retry(): void {
    const stream = this.#stream;
    // The boundary that is reset may have got another store meanwhile.
    if (!stream.context.isOver && readDecision(stateOf(stream)) === 'throw') stream.retry();
  }

  override ended(reason?: Error): void {
    super.ended(reason);
    this.#awaitedFirst?.become('throw', reason);
  }

  override lapsed(): void {
    super.lapsed();
    this.#awaitedFirst?.notify();
  }
}
