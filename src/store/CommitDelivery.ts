import type { Action } from './Action.ts';
import type { Delivery } from './CommitQueue.ts';
import { nameOfAction } from './nameOfAction.ts';
import type { Reduction } from './reduce.ts';
import type { StoreState } from './StoreState.ts';

/** What a commit did, as it is shown. */
export interface Shown extends Reduction {
  /** The next state without optimistic answers. */
  readonly confirmed: StoreState;
}

/** What a commit does to its store. */
export interface CommitSteps {
  apply(actions: readonly Action[], reduction: Shown): void;
  notify(actions: readonly Action[], reduction: Shown): void;
  done(delivered: () => void): void;
}

/** The delivery of one commit. */
export class CommitDelivery implements Delivery {
  readonly isCommit = true;
  readonly #steps: CommitSteps;
  readonly #actions: readonly Action[];
  readonly #reduction: Shown;
  readonly #delivered: () => void;

  constructor(
    steps: CommitSteps,
    actions: readonly Action[],
    reduction: Shown,
    delivered: () => void,
  ) {
    this.#steps = steps;
    this.#actions = actions;
    this.#reduction = reduction;
    this.#delivered = delivered;
  }

  subject(): string {
    return this.#actions.map((action) => nameOfAction(action)).join(' + ');
  }

  apply(): void {
    this.#steps.apply(this.#actions, this.#reduction);
  }

  notify(): void {
    this.#steps.notify(this.#actions, this.#reduction);
  }

  done(): void {
    this.#steps.done(this.#delivered);
  }
}
