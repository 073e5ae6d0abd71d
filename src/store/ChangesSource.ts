import { Observable, type Subscriber, type Unsubscribable } from 'rxjs';
import type { All } from '../schema/All.ts';
import { asError } from '../shared/asError.ts';
import type { ChangeSet } from './ChangeSet.ts';
import type { Root } from './Reachability.ts';
import { RetainedSource, type SourceHost } from './RetainedSource.ts';
import { RowsNode } from './RowsNode.ts';
import type { SourceListener } from './StateSource.ts';
import type { ViewGraph } from './ViewGraph.ts';

type Changes = ChangeSet<string, unknown>;

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
  readonly #schema: All<never>;
  readonly #isFlat: boolean;
  #rows: RowsNode | undefined;
  #last: Changes = { version: 0, since: 0, reset: true, changes: [] };
  #failure: { readonly error: unknown } | undefined;

  constructor(host: ChangesHost, schema: All<never>, isFlat: boolean) {
    super(host);
    this.key = `changes of ${schema
      .entities()
      .map(({ key }) => key)
      .join(', ')}`;
    this.#schema = schema;
    this.#isFlat = isFlat;
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
    this.#rows ??= new RowsNode(graph, this.#schema, this.#isFlat, () => this.host.touch(this));
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
    return { schema: this.#schema, stored: NOTHING_OF_ITS_OWN };
  }

  protected override unlistened(): void {
    this.#rows?.end();
    this.#rows = undefined;
  }

  dispose(): void {
    this.unlistened();
  }
}

const NOTHING_OF_ITS_OWN = {};

/** The sets of a source as an observable: a reset with everything at once, then one set per commit. */
export function changesOf(source: () => ChangesSource): Observable<Changes> {
  return new Observable((subscriber) => {
    const following = new Following(source(), subscriber);
    following.start();
    return following;
  });
}

/** One subscription. */
class Following implements SourceListener, Unsubscribable {
  readonly #source: ChangesSource;
  readonly #subscriber: Subscriber<Changes>;
  #version = -1;

  constructor(source: ChangesSource, subscriber: Subscriber<Changes>) {
    this.#source = source;
    this.#subscriber = subscriber;
  }

  start(): void {
    this.#source.listen(this);
    this.#send(() => this.#source.begin());
  }

  /** Sets that the first one holds already are left out. */
  changed(): void {
    this.#send(() => this.#source.read());
  }

  #send(setOf: () => Changes): void {
    if (this.#subscriber.closed) return;
    let set: Changes;
    try {
      set = setOf();
    } catch (error) {
      this.#subscriber.error(asError(error));
      return;
    }
    if (set.version <= this.#version) return;
    this.#version = set.version;
    this.#subscriber.next(set);
  }

  ended(): void {
    this.#subscriber.complete();
  }

  unsubscribe(): void {
    this.#source.unlisten(this);
  }
}
