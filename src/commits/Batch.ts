import type { Action } from './Action.ts';
import type { ReductionDraft } from './reduce.ts';

/** A commit that is being made of several writes. */
export interface Batch {
  readonly draft: ReductionDraft;
  readonly actions: Action[];
  readonly delivered: (() => void)[];
  readonly dropped: ((reason: unknown) => void)[];
  /** What one of the writes threw. */
  failure: { readonly error: unknown } | undefined;
}
