import type { AnyAction } from './Action.ts';
import type { AppliedAction } from './AppliedAction.ts';
import type { Delivery } from './CommitQueue.ts';
import { beginDelivery, endDelivery } from './delivery.ts';
import { nameOfAction } from './nameOfAction.ts';
import type { Reduction } from './StoreDraft.ts';

/**
 * What a commit did to the visible state. Without layers this is the confirmed reduction itself.
 */
export type Visible = Pick<Reduction, 'state' | 'changes'>;

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
