import { Observable } from 'rxjs';
import { All } from '../schema/All.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { isEntity } from '../schema/isEntity.ts';
import { asError } from '../shared/asError.ts';
import type { ChangeSet } from './ChangeSet.ts';
import type { Root } from '../streams/Root.ts';
import { RetainedSource, type SourceHost } from '../streams/RetainedSource.ts';
import { RowsNode } from './RowsNode.ts';
import type { SourceListener } from '../streams/StateSource.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';

type Changes = ChangeSet<string, unknown>;

/** All rows of a kind. */
export type ChangesSchema = EntityClass | All<never>;

/** What change sources need of their store. */
export interface ChangesHost extends SourceHost {
  readonly graph: ViewGraph;
  /** The number of the last commit. */
  readonly version: number;
}

/** The changes of all rows of a kind. Without listeners nothing is kept. */
export class ChangesSource extends RetainedSource<Changes> {
  readonly key: string;
  declare protected readonly host: ChangesHost;
  /** What it was asked for. */
  readonly schema: ChangesSchema;
  /** Whether rows are given as they are stored. */
  readonly isFlat: boolean;
  readonly #all: All<never>;
  #rows: RowsNode | undefined;
  #last = NONE;
  #failure: { readonly error: unknown } | undefined;

  constructor(host: ChangesHost, schema: ChangesSchema, isFlat: boolean) {
    super(host);
    this.schema = schema;
    this.isFlat = isFlat;
    // The cast holds: an All is one for whatever it holds.
    this.#all = (isEntity(schema) ? new All(schema) : schema) as All<never>;
    const kinds = this.#all.entities().map(({ key }) => key);
    this.key = `changes of ${kinds.join(', ')}`;
  }

  /** The last set. Throws what user code threw while rows were read. */
  read(): Changes {
    if (this.#failure) throw this.#failure.error;
    return this.#last;
  }

  /** Everything there is at the moment, as the first set of a subscriber. */
  begin(): Changes {
    this.settle();
    const { version } = this.read();
    return { version, since: version, reset: true, changes: this.#rows?.sent() ?? [] };
  }

  override listen(listener: SourceListener): void {
    super.listen(listener);
    const { graph } = this.host;
    this.#rows ??= new RowsNode(graph, this.#all, this.isFlat, () => this.host.touch(this));
  }

  settle(): void {
    const rows = this.#rows;
    if (!rows) return;
    const reset = rows.mustRestart;
    this.#failure = undefined;
    try {
      const changes = rows.take();
      if (!reset && changes.length === 0) return;
      const since = this.#last.version;
      this.#last = { version: Math.max(this.host.version, since + 1), since, reset, changes };
    } catch (error) {
      // Whoever subscribes again begins anew.
      this.#failure = { error };
      rows.restart();
    }
  }

  /** What it shows, in stored form. */
  get root(): Root {
    return { schema: this.#all, stored: NOTHING_OF_ITS_OWN };
  }

  protected override unlistened(): void {
    this.#rows?.end();
    this.#rows = undefined;
    this.#last = NONE;
  }

  /** Without listeners there is nothing to forget. */
  forget(): void {}

  dispose(): void {
    this.unlistened();
  }
}

const NOTHING_OF_ITS_OWN = {};

/** Before the first set. The number is below that of every commit, so that the first set has the number of its commit. */
const NONE: Changes = { version: -1, since: -1, reset: true, changes: [] };

/** The sets of a source as an observable: a reset with everything at once, then one set per commit. */
export function changesOf(sourceOf: () => ChangesSource): Observable<Changes> {
  return new Observable((subscriber) => {
    const source = sourceOf();
    let version = -1;
    /** Sets that the first one holds already are left out. */
    const send = (setOf: () => Changes): void => {
      if (subscriber.closed) return;
      let set: Changes;
      try {
        set = setOf();
      } catch (error) {
        subscriber.error(asError(error));
        return;
      }
      if (set.version <= version) return;
      version = set.version;
      subscriber.next(set);
    };
    const listener: SourceListener = {
      changed: () => send(() => source.read()),
      ended: () => subscriber.complete(),
    };
    subscriber.add(() => source.unlisten(listener));
    source.listen(listener);
    send(() => source.begin());
  });
}
