import { Observable } from 'rxjs';
import { All } from '../schema/All.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { isEntity } from '../schema/isEntity.ts';
import { asError } from '../shared/asError.ts';
import type { ChangeSet } from './ChangeSet.ts';
import type { Root } from '../streams/Root.ts';
import { RetainedSource, type SourceHost } from '../streams/RetainedSource.ts';
import { RowsNode } from './RowsNode.ts';
import type { SourceListener } from '../streams/ReadableSource.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';

type Changes = ChangeSet<string, unknown>;

/** An entity class, or all entities of several classes. */
export type ChangesSchema = EntityClass | All<never>;

/** What a changes source needs from its store. */
export interface ChangesHost extends SourceHost {
  readonly graph: ViewGraph;
  /** The number of the last commit. */
  readonly version: number;
}

/** The changes of all rows of a schema. Without subscribers the source keeps no rows. */
export class ChangesSource extends RetainedSource<Changes> {
  readonly key: string;
  declare protected readonly host: ChangesHost;
  readonly schema: ChangesSchema;
  /** Whether rows are stored records instead of instances. */
  readonly isFlat: boolean;
  readonly #all: All<never>;
  #rows: RowsNode | undefined;
  #last = NONE;
  #failure: { readonly error: unknown } | undefined;

  constructor(host: ChangesHost, schema: ChangesSchema, isFlat: boolean) {
    super(host);
    this.schema = schema;
    this.isFlat = isFlat;
    // The cast holds: an All of any class can be read as an `All<never>`.
    this.#all = (isEntity(schema) ? new All(schema) : schema) as All<never>;
    const entityKeys = this.#all.entities().map(({ key }) => key);
    this.key = `changes of ${entityKeys.join(', ')}`;
  }

  /** The last set. Throws what user code threw while rows were read. */
  read(): Changes {
    if (this.#failure) throw this.#failure.error;
    return this.#last;
  }

  /** All current rows, as the first set of a subscriber. */
  begin(): Changes {
    this.beforeEmit();
    const { version } = this.read();
    return { version, since: version, reset: true, changes: this.#rows?.sent() ?? [] };
  }

  override listen(listener: SourceListener): void {
    super.listen(listener);
    const { graph } = this.host;
    this.#rows ??= new RowsNode(graph, this.#all, this.isFlat, () => this.host.scheduleEmit(this));
  }

  beforeEmit(): void {
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
      // The next subscriber starts anew.
      this.#failure = { error };
      rows.restart();
    }
  }

  /** The root for garbage collection. */
  get root(): Root {
    return { schema: this.#all, stored: NOTHING_STORED };
  }

  protected override unlistened(): void {
    this.#rows?.end();
    this.#rows = undefined;
    this.#last = NONE;
  }

  /** Without subscribers there are no rows to forget. */
  forget(): void {}

  dispose(): void {
    this.unlistened();
  }
}

const NOTHING_STORED = {};

/**
 * Before the first set. Its version is below that of every commit, so the first set gets the
 * version of its commit.
 */
const NONE: Changes = { version: -1, since: -1, reset: true, changes: [] };

/**
 * The sets of a source as an observable: a reset with all rows at once, then one set per commit.
 */
export function changesOf(sourceOf: () => ChangesSource): Observable<Changes> {
  return new Observable((subscriber) => {
    const source = sourceOf();
    let version = -1;
    /** Leaves out sets that the first one already contains. */
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
