import type { AnyAction } from './Action.ts';
import type { Apply, StoreDraft } from './StoreDraft.ts';

/** Callbacks for the steps of an action's commit. */
export interface Sender<R> {
  /**
   * The action is in the draft; `outcome` is what its function returned. Runs before the commit.
   */
  applied?(outcome: R): void;
  /** The commit has become visible. Runs before observers are notified. */
  becameVisible?(): void;
  /** Observers were notified. Inside a subscriber or a batch, this happens later. */
  delivered?(outcome: R): void;
  /** The batch that contains the action has thrown. */
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
