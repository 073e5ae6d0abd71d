import type { AnyAction } from './Action.ts';
import type { Delivery } from './CommitQueue.ts';
import { beginDelivery, endDelivery } from './delivery.ts';
import { nameOfAction } from './nameOfAction.ts';
import type { Apply, Reduction, StoreDraft } from './StoreDraft.ts';

/**
 * What a commit did to the visible state. Without layers this is the confirmed reduction itself.
 */
export type Visible = Pick<Reduction, 'state' | 'changes'>;

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

/** The steps in which a store delivers a commit. */
export interface CommitSteps {
  apply(commit: CommitDelivery): void;
  notify(commit: CommitDelivery): void;
  done(commit: CommitDelivery): void;
}

/** The delivery of one commit. */
export class CommitDelivery implements Delivery {
  readonly isCommit = true;
  readonly actions: readonly AnyAction[];
  readonly applied: readonly AppliedAction[];
  /** What the commit did to the confirmed state. */
  readonly reduction: Reduction;
  readonly visible: Visible;
  readonly #steps: CommitSteps;

  constructor(
    steps: CommitSteps,
    applied: readonly AppliedAction[],
    reduction: Reduction,
    visible: Visible,
  ) {
    this.#steps = steps;
    this.actions = applied.map(({ action }) => action);
    this.applied = applied;
    this.reduction = reduction;
    this.visible = visible;
  }

  subject(): string {
    return this.actions.map((action) => nameOfAction(action)).join(' + ');
  }

  apply(): void {
    this.#steps.apply(this);
  }

  notify(): void {
    const outer = beginDelivery();
    try {
      this.#steps.notify(this);
    } finally {
      endDelivery(outer);
    }
  }

  done(): void {
    this.#steps.done(this);
  }
}
