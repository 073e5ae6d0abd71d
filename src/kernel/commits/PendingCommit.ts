import type { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import { type AnyAction, nameOfAction, type Sender } from './Action.ts';
import type { Delivery } from './CommitQueue.ts';

/** A state of the store: without and with optimistic layers. */
export interface States {
  readonly confirmed: EntityTable;
  /** The same object as `confirmed` if there are no layers. */
  readonly visible: EntityTable;
}

/** The store that a commit changes. */
export interface CommitTarget {
  /** Makes the state after a commit the one that observers know. */
  show(commit: PendingCommit): void;
  /** Notifies observers: entities, streams, then logs. */
  publish(commit: PendingCommit): void;
  /** Notifies streams that were scheduled since. */
  flush(): void;
}

/** A commit: it collects actions, becomes visible, and observers are notified. */
export class PendingCommit implements Delivery {
  readonly draft: EntityTableDraft;
  actions: AnyAction[] | undefined;
  senders: Sender<never>[] | undefined;
  /** The error of an action. */
  failure: { readonly error: unknown } | undefined;
  /** The state after the commit, and the changes of both of its tables. */
  after!: States;
  confirmedChanges!: TableChanges;
  changes!: TableChanges;
  private readonly target: CommitTarget;

  constructor(target: CommitTarget, { confirmed, visible }: States) {
    this.target = target;
    this.draft = new EntityTableDraft(confirmed, visible === confirmed ? undefined : visible);
    this.actions = undefined;
    this.senders = undefined;
    this.failure = undefined;
  }

  subject(): string {
    return (this.actions ?? []).map((action) => nameOfAction(action)).join(' + ');
  }

  apply(): void {
    this.target.show(this);
    if (this.senders) for (const sender of this.senders) sender.becameVisible?.();
  }

  notify(): void {
    this.target.publish(this);
  }

  done(): void {
    if (this.senders) for (const sender of this.senders) sender.delivered?.();
    this.target.flush();
  }
}
