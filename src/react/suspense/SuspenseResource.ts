import type { ReadDecision } from './readDecision.ts';
import type { RenderLease, WaitingRender } from './RenderLease.ts';
import { SuspenseThenable } from './suspend.ts';

/** The resources that failed with an error. Held weakly: a constant of the program outlives stores. */
const failed = new WeakMap<object, readonly WeakRef<SuspenseResource>[]>();

/** Retries all reads that failed with `error`. */
export function retryFailed(error: Error): void {
  for (const ref of failed.get(error) ?? []) ref.deref()?.retry();
}

/** What the hooks of one source share as thenables. It outlives the renders that React discards. */
export abstract class SuspenseResource implements WaitingRender {
  /** The same object until the data or the error changes. */
  protected shown: SuspenseThenable | undefined;
  /** Renders wait for this one. It mirrors what is shown, also after it has settled. */
  protected awaited: SuspenseThenable | undefined;

  /** Retains the source for suspended renders. */
  lease: RenderLease | undefined;

  /** Reads a source that failed again. */
  abstract retry(): void;

  abstract changed(): void;

  /** `content`: the data, the error, or `undefined` for `'wait'`. */
  protected show(decision: ReadDecision, content?: unknown): SuspenseThenable {
    if (!this.shown?.is(decision, content)) {
      this.shown =
        decision === 'wait'
          ? (this.awaited ??= new SuspenseThenable(this))
          : new SuspenseThenable().become(decision, content);
      if (decision === 'throw') {
        const error = content as Error;
        const others = failed.get(error)?.filter((ref) => (ref.deref() ?? this) !== this) ?? [];
        failed.set(error, [...others, new WeakRef<SuspenseResource>(this)]);
      }
    }
    this.awaited?.become(decision, content);
    return this.shown;
  }

  /** The source has ended without a value for the renders that wait. */
  ended(reason?: Error): void {
    if (this.shown?.status === 'pending') this.shown.become('throw', reason);
  }

  /** Repeats renders that still wait, so that they renew their lease. */
  lapsed(): void {
    this.awaited?.notify();
  }
}
