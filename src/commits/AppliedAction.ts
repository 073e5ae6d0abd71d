import type { AnyAction } from './Action.ts';
import type { Apply, StoreDraft } from './StoreDraft.ts';

/** What the sender of an action does at the steps of its commit. */
export interface Sender<R> {
  /** The action is in the draft; `outcome` is what its function gave. Runs before the commit. */
  applied?(outcome: R): void;
  /** The commit has become visible. Runs before observers are notified. */
  becameVisible?(): void;
  /** Observers were notified; inside of a subscriber or a batch, that is later. */
  delivered?(outcome: R): void;
  /** The batch that the action is a part of has thrown. */
  dropped?(reason: unknown): void;
}

/** An action that is in the draft of a commit. */
export interface AppliedAction {
  readonly action: AnyAction;
  readonly sender: Sender<unknown>;
  readonly outcome: unknown;
}

/** Applies an action to a draft. */
export function applyTo<A extends AnyAction, R>(
  draft: StoreDraft,
  action: A,
  apply: Apply<A, R>,
  sender: Sender<R>,
): AppliedAction {
  const outcome = apply(draft, action);
  sender.applied?.(outcome);
  return { action, sender, outcome };
}
