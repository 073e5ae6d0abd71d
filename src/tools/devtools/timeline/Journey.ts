import type { Inspector } from '../../inspect/Inspector.ts';
import type { CommitRecord, Recording, RequestRecord } from '../../inspect/Recording.ts';
import type { Snapshot } from '../../inspect/reports.ts';

/**
 * Which state a store shows, as a position in a recording, and steps from there. It follows the
 * inspector, so other devtools may travel, too.
 */
export class Journey {
  readonly #inspector: Inspector;
  readonly #recording: Recording;
  #leftAt: Snapshot | undefined;

  /** `isLive`: whether the commits are those of the inspected store, and not of a file. */
  constructor(inspector: Inspector, recording: Recording, isLive = true) {
    this.#inspector = inspector;
    this.#recording = recording;
    if (!isLive) return;
    inspector.shown$.subscribe((shown) => {
      if (!shown) this.#leftAt = undefined;
      else this.#leftAt ??= inspector.present();
    });
  }

  /** The snapshot that is shown; `undefined`: the present. */
  get shown(): Snapshot | undefined {
    return this.#inspector.shown$.getValue();
  }

  /** Whether a commit is in the present, and not in what is shown since the journey began. */
  isHeld({ version }: CommitRecord): boolean {
    return this.#leftAt !== undefined && version > this.#leftAt.version;
  }

  /** Whether the outcome of a request has arrived, and waits for the present to be shown. */
  isHeldRequest({ heldAt, settledAt }: RequestRecord): boolean {
    return heldAt !== undefined && settledAt === undefined;
  }

  /** How many outcomes of recorded requests wait for the present to be shown. */
  get heldRequestCount(): number {
    return this.#recording.requests.filter((request) => this.isHeldRequest(request)).length;
  }

  /** How many recorded commits wait for the present to be shown. */
  get heldCount(): number {
    if (!this.#leftAt) return 0;
    const { commits } = this.#recording;
    let count = 0;
    while (count < commits.length && this.isHeld(commits[commits.length - 1 - count])) count++;
    return count;
  }

  /** Shows the state after a commit. */
  showCommit({ snapshot }: CommitRecord): void {
    this.#inspector.show(snapshot);
  }

  /** Shows the state with which the recording began. */
  showStart(): void {
    this.#inspector.show(this.#recording.start);
  }

  showPresent(): void {
    this.#inspector.showPresent();
  }

  /**
   * Shows the state `by` commits later, or earlier if it is negative; from the present, the last
   * commit is the first step back. Stops at both ends. Returns the commit that is shown;
   * `undefined`: the start of the recording.
   */
  step(by: number): CommitRecord | undefined {
    const { commits } = this.#recording;
    const index = Math.max(-1, Math.min(commits.length - 1, this.#index() + by));
    if (index < 0) this.showStart();
    else this.showCommit(commits[index]);
    return commits[index];
  }

  /** The index of the last commit that is part of what is shown; -1: the start of the recording. */
  #index(): number {
    const { commits } = this.#recording;
    const { shown } = this;
    if (!shown) return commits.length - 1;
    let index = commits.length - 1;
    while (index >= 0 && commits[index].version > shown.version) index--;
    return index;
  }
}
