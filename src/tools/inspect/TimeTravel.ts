import { BehaviorSubject } from 'rxjs';
import type { Travel } from '../../kernel/commits/ports.ts';
import type { TravelAction } from '../../kernel/store/Action.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { HeldStream } from '../../kernel/streams/RetainedSource.ts';
import { LatestObservable } from '../../kernel/streams/LatestObservable.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import type { StateSlot } from '../../kernel/table/StateSlot.ts';
import type { Snapshot } from './reports.ts';

/** A commit derives what is visible from more than the confirmed state if a slot was ever filled. */
const TRAVEL: StateSlot<number | undefined> = { initial: undefined };

function applyTravel(draft: EntityTableDraft, { version }: TravelAction): void {
  draft.put(TRAVEL, version);
}

/** Held outcomes and postponed fetches of a journey. */
interface Journey extends Travel {
  readonly snapshot: Snapshot;
  readonly held: (() => void)[];
  readonly postponed: Set<HeldStream>;
}

/**
 * Shows earlier states of a store. The present goes on below what is shown: commits are applied to
 * it, and become visible when the present is shown again.
 */
export class TimeTravel implements StoreFeature {
  readonly shown$: LatestObservable<Snapshot | undefined>;
  readonly #shown = new BehaviorSubject<Snapshot | undefined>(undefined);
  readonly #internals: StoreInternals;
  readonly #onHeld: (request: object) => void;
  #journey: Journey | undefined;
  /** What the store holds reads for without a journey. */
  #holdOfPresent: StoreInternals['hold'];
  /** The visible state of each confirmed one that a commit made while another state was shown. */
  readonly #covered = new WeakMap<EntityTable, EntityTable>();

  /** `onHeld`: called with each request whose outcome is held. */
  constructor(internals: StoreInternals, onHeld: (request: object) => void) {
    this.#internals = internals;
    this.#onHeld = onHeld;
    this.shown$ = new LatestObservable(this.#shown, () => internals.assertAlive());
  }

  /** What is visible of the present after a commit, whatever is shown. */
  visibleOf(confirmed: EntityTable, shown: EntityTable): EntityTable {
    return this.#covered.get(confirmed) ?? shown;
  }

  /** The latest state, without commits that wait for delivery. */
  get present(): EntityTable {
    const { confirmed, visible } = this.#internals.commits.shown;
    return this.visibleOf(confirmed, visible);
  }

  /** Shows a snapshot in place of the present. */
  show(snapshot: Snapshot): void {
    const { commits } = this.#internals;
    // Of a journey that goes on, what waits for the present stays.
    const held = this.#journey?.held ?? [];
    const postponed = this.#journey?.postponed ?? new Set();
    const { epoch } = commits.latest.confirmed;
    const journey: Journey = {
      snapshot,
      held,
      postponed,
      at: snapshot.at,
      cover: (confirmed, visible) => {
        // A reset ends the journey: what it removed must not be visible.
        if (confirmed.epoch !== epoch) return visible;
        this.#covered.set(confirmed, visible);
        return snapshot.entities;
      },
      holds: (request, outcome) => {
        if (request.isSettled) return false;
        held.push(outcome);
        this.#onHeld(request);
        return true;
      },
    };
    this.#travel(journey);
  }

  /** Shows the present. Responses that were held are stored, and observers fetch what they miss. */
  showPresent(): void {
    const journey = this.#journey;
    if (!journey) return;
    this.#travel(undefined);
    this.#arrive(journey);
  }

  #travel(journey: Journey | undefined): void {
    const { commits, streams } = this.#internals;
    const before = commits.shown.visible;
    this.#take(journey);
    const action: TravelAction = { type: 'travel', version: journey?.snapshot.version };
    commits.dispatch(action, applyTravel, {
      becameVisible: () => {
        for (const table of [before, commits.shown.visible]) {
          for (const [key] of table.results()) streams.at(key)?.resultChanged();
        }
        // Status and timers follow the time that is shown.
        for (const stream of streams.byKey.values()) stream.resultChanged();
      },
    });
    this.#shown.next(journey?.snapshot);
  }

  /** Begins or ends a journey. While it lasts, nothing is fetched for observers. */
  #take(journey: Journey | undefined): void {
    const internals = this.#internals;
    if (!this.#journey) this.#holdOfPresent = internals.hold;
    this.#journey = internals.commits.travel = journey;
    internals.hold = !journey
      ? this.#holdOfPresent
      : (stream, resume) => {
          if (resume) return this.#holdOfPresent?.(stream, resume) === true;
          journey.postponed.add(stream);
          return true;
        };
  }

  #arrive({ held, postponed }: Journey): void {
    for (const outcome of held) outcome();
    for (const stream of postponed) if (stream.isWanted) stream.fetchIfNeeded();
  }

  /** The store was reset, which has shown the present. */
  reset(): void {
    const journey = this.#journey;
    if (!journey) return;
    this.#take(undefined);
    this.#shown.next(undefined);
    this.#arrive(journey);
  }

  end(): void {
    this.#take(undefined);
    this.#shown.complete();
  }
}
