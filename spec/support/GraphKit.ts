import { MapWriter } from '../../src/data/normalize/normalize.ts';
import { Invalidate } from '../../src/data/schema/Invalidate.ts';
import type { EntityClass, Schema } from '../../src/data/schema/Schema.ts';
import { EntityTable } from '../../src/kernel/table/EntityTable.ts';
import { ViewGraph } from '../../src/kernel/views/ViewGraph.ts';
import { ViewNode } from '../../src/kernel/views/ViewNode.ts';
import { reduce, reset, value as written, type Write } from './writes.ts';

/** A graph of views over a table, without a store. */
export class GraphKit {
  state = EntityTable.empty();
  readonly graph = new ViewGraph(this.state);
  #seq = 0;

  /** Writes values, all in one commit. */
  set(...writes: readonly [schema: Schema, value: unknown][]): void {
    this.commit(writes.map(([schema, value]) => this.#write(schema, value)));
  }

  remove(entity: EntityClass, ...pks: readonly string[]): void {
    this.set(...pks.map((pk): [Schema, unknown] => [new Invalidate(entity), pk]));
  }

  /** A new session with these values. */
  reset(...writes: readonly [schema: Schema, value: unknown][]): void {
    this.commit([reset, ...writes.map(([schema, value]) => this.#write(schema, value))]);
  }

  commit(writes: readonly Write[]): void {
    const { table: state, changes } = reduce(this.state, writes);
    const isReset = state.epoch !== this.state.epoch;
    this.state = state;
    if (isReset) this.graph.reset(state);
    else this.graph.apply(state, changes, false);
  }

  /** The stored form of a value, which is also written. */
  store(schema: Schema, value: unknown): unknown {
    this.set([schema, value]);
    return new MapWriter().run(schema, value, { args: [], subject: 'spec' });
  }

  /** An observer: `read()` returns the value, `isDirty` is true if there may be a new one. */
  view<T = unknown>(schema: unknown, stored: unknown, args?: readonly unknown[]): Reader<T> {
    return new Reader<T>(this.graph, () => this.graph.unvisit(schema, stored) as T, args);
  }

  /** How many values `work` computes. */
  count(work: () => void): number {
    const before = this.graph.computations;
    work();
    return this.graph.computations - before;
  }

  #write(schema: Schema, value: unknown): Write {
    const times = { fetchedAt: 1, receivedAt: 1, expiresAt: 1_001 };
    const meta = { seq: ++this.#seq, ...times, epoch: this.state.epoch };
    return written({ schema, args: [], value, meta });
  }
}

/** A view with a count of its notifications of a change. */
export class Reader<T> extends ViewNode<T> {
  changes = 0;

  constructor(graph: ViewGraph, produce: () => T, args: readonly unknown[] = []) {
    super(graph, { args, produce, changed: () => this.changes++ });
  }

  get isDirty(): boolean {
    return this.state === 'dirty';
  }
}
