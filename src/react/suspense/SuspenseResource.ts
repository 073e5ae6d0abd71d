import type { WaitingRender } from './RenderLease.ts';
import type { Rendered, SourceListener } from '../../streams/StateObservable.ts';
import type { ReadDecision } from './readDecision.ts';
import { SharedObserver } from './SharedObserver.ts';
import { SuspenseThenable } from './SuspenseThenable.ts';

/** The resources that failed with an error. */
const failed = new WeakMap<object, Set<SuspenseResource>>();

/** Retries all reads that failed with `error`. */
export function retryFailed(error: Error): void {
  for (const resource of failed.get(error) ?? []) resource.retry();
}

/**
 * What all hooks of one source show, as thenables: `useSyncExternalStore` compares them, and renders
 * suspend on them. It outlives the renders that React discards.
 */
export abstract class SuspenseResource implements WaitingRender {
  /** The same object until the data or the error changes. */
  #shown: SuspenseThenable | undefined;
  /** Renders wait for this one. It mirrors what is shown, also after it has settled. */
  protected awaited: SuspenseThenable | undefined;
  /** What the server rendered the page with, if it differs from the present data. */
  #served: SuspenseThenable | undefined;

  /** The components that want data. */
  protected readonly components = new SharedObserver(this, 'wants');
  readonly subscribe = this.components.subscribe;

  /** Called when a component subscribes. Adding the same listener again only fetches. */
  abstract listen(listener: SourceListener): void;

  /** Called when the last component has unsubscribed. */
  abstract unlisten(listener: SourceListener): void;

  /**
   * Called in the first render of a component, and in each repetition of it until it commits.
   * `waits`: the component suspends until the source has settled. Returns the thenable to wait for,
   * or `undefined` if the snapshot is right for this render.
   */
  abstract firstRender(waits: boolean): SuspenseThenable | undefined;

  /** Called in each render that waits: requests what it waits for, and retains it. */
  protected abstract waits(): void;

  /** Calls {@link show} with what is to be shown. */
  protected abstract update(): void;

  protected abstract served(): Rendered<unknown> | undefined;

  /** Reads a source that failed again. */
  abstract retry(): void;

  readonly getSnapshot = (): SuspenseThenable => {
    this.update();
    // `update` has set it.
    return this.#shown!;
  };

  /** What the server rendered the page with: hydration has to render the same first. */
  readonly getServerSnapshot = (): SuspenseThenable => {
    const rendered = this.#served ? undefined : this.served();
    if (rendered) this.#served = new SuspenseThenable().become('show', rendered.value);
    return this.#served ?? this.getSnapshot();
  };

  /** The thenable of a render. `awaited` is what `firstRender` returned. */
  thenableFor(awaited: SuspenseThenable | undefined, shown: SuspenseThenable): SuspenseThenable {
    const thenable = awaited?.status === 'pending' ? awaited : shown;
    if (thenable.status === 'pending') this.waits();
    return thenable;
  }

  /**
   * The thenable that a render passes to `use`: the one that renders have waited for, as long as it
   * mirrors what is shown. React warns if a repeated render passes another one.
   */
  usable(thenable: SuspenseThenable): SuspenseThenable {
    return this.awaited && thenable === this.#shown ? this.awaited : thenable;
  }

  /** `content`: the data, the error, or `undefined` for `'wait'`. */
  protected show(decision: ReadDecision, content?: unknown): void {
    if (!this.#shown?.is(decision, content)) {
      this.#shown =
        decision === 'wait'
          ? (this.awaited ??= new SuspenseThenable())
          : new SuspenseThenable().become(decision, content);
      if (decision === 'throw') this.#noteFailure(content as Error);
    }
    this.awaited?.become(decision, content);
  }

  #noteFailure(error: Error): void {
    const known = failed.get(error);
    if (known) known.add(this);
    else failed.set(error, new Set([this]));
  }

  changed(): void {
    this.update();
  }

  /** The source has ended without a value for the renders that wait. */
  ended(reason?: Error): void {
    if (this.#shown?.status === 'pending') this.#shown.become('throw', reason);
  }

  /** Repeats renders that still wait, so that they renew their lease. */
  lapsed(): void {
    this.awaited?.notify();
  }
}
