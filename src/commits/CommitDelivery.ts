import type { Action } from './Action.ts';
import type { Delivery } from './CommitQueue.ts';
import { beginDelivery, endDelivery } from './delivery.ts';
import { nameOfAction } from './nameOfAction.ts';
import type { Reduction } from './reduce.ts';

/** What a commit did, as it is shown: without optimistic answers, the very reduction. */
export type Shown = Pick<Reduction, 'state' | 'changes'>;

/** What a commit does to its store. */
export interface CommitSteps {
  apply(commit: CommitDelivery): void;
  notify(commit: CommitDelivery): void;
  done(commit: CommitDelivery): void;
}

/** The delivery of one commit. */
export class CommitDelivery implements Delivery {
  readonly isCommit = true;
  readonly actions: readonly Action[];
  /** What it did to what is confirmed. */
  readonly reduction: Reduction;
  readonly shown: Shown;
  /** Runs when subscribers have been told. */
  readonly delivered: () => void;
  readonly #steps: CommitSteps;

  constructor(
    steps: CommitSteps,
    actions: readonly Action[],
    reduction: Reduction,
    shown: Shown,
    delivered: () => void,
  ) {
    this.#steps = steps;
    this.actions = actions;
    this.reduction = reduction;
    this.shown = shown;
    this.delivered = delivered;
  }

  /** Whether the table is another one even if no row is known to have changed. */
  get forgets(): boolean {
    return this.actions.some(({ type }) => type === 'reset' || type === 'collect');
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
