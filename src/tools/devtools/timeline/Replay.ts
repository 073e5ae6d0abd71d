import { asyncScheduler, BehaviorSubject, type SchedulerLike, type Subscription } from 'rxjs';
import type { Inspector } from '../../inspect/Inspector.ts';
import type { CommitRecord } from '../../inspect/Recording.ts';

/** The longest pause between two commits at speed 1, ms. */
const LONGEST_PAUSE = 1_000;

/** The shortest pause, ms: each state is visible for at least a frame. */
const SHORTEST_PAUSE = 16;

/** Where a replay is. */
export interface ReplayState {
  /** The version that is shown. */
  readonly version: number;
  /** Counts from 1. */
  readonly step: number;
  readonly steps: number;
}

/**
 * Plays commits by showing their snapshots one after the other, at the pace at which they were
 * made; a pause takes at most 1,000 ms. The last one stays visible until the present is shown. It
 * stops when something else is shown.
 */
export class Replay {
  /** `undefined` while nothing is played. */
  readonly state$ = new BehaviorSubject<ReplayState | undefined>(undefined);
  readonly #inspector: Inspector;
  readonly #scheduler: SchedulerLike;
  #timer: Subscription | undefined;
  #speed = 1;
  /** The replay itself changes what is shown. */
  #isShowing = false;

  constructor(inspector: Inspector, scheduler: SchedulerLike = asyncScheduler) {
    this.#inspector = inspector;
    this.#scheduler = scheduler;
    inspector.shown$.subscribe({
      next: () => {
        if (!this.#isShowing) this.stop();
      },
      complete: () => this.stop(),
    });
  }

  /** How many times as fast as recorded. Takes effect with the next pause. */
  get speed(): number {
    return this.#speed;
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
  }

  /** Shows the first commit at once, then the others. Ends a replay that is playing. */
  play(commits: readonly CommitRecord[]): void {
    this.stop();
    if (commits.length > 0) this.#show(commits, 0);
  }

  /** Ends the replay. What is shown stays. */
  stop(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    if (this.state$.getValue()) this.state$.next(undefined);
  }

  #show(commits: readonly CommitRecord[], index: number): void {
    const commit = commits[index];
    const { version } = commit;
    this.state$.next({ version, step: index + 1, steps: commits.length });
    this.#isShowing = true;
    this.#inspector.show(commit.snapshot);
    this.#isShowing = false;
    // An observer of the snapshot may have stopped the replay.
    if (this.state$.getValue()?.version !== version) return;
    if (index + 1 >= commits.length) return this.stop();
    const pause = this.#pause(commit, commits[index + 1]);
    this.#timer = this.#scheduler.schedule(() => this.#show(commits, index + 1), pause);
  }

  #pause({ at }: CommitRecord, next: CommitRecord): number {
    const pause = Math.min(LONGEST_PAUSE, Math.max(0, next.at - at)) / this.#speed;
    return Math.max(SHORTEST_PAUSE, pause);
  }
}
