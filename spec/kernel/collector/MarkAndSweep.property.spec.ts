import fc from 'fast-check';
import { DenormalizeWalk } from '../../../src/data/normalize/denormalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import type { DenormalizeDelegate } from '../../../src/data/schema/Schema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { MarkAndSweep, type GarbageSource } from '../../../src/kernel/collector/MarkAndSweep.ts';
import type { Root } from '../../../src/kernel/streams/RetainedSource.ts';
import { COMPLETE } from '../../../src/kernel/table/KindRows.ts';
import { GraphKit } from '../../support/GraphKit.ts';
import { runs } from '../../support/runs.ts';

class Knot extends Entity {
  id = '';
  sign = '';
  next: Knot | undefined = undefined;
  others: Knot[] = [];
  byName: Record<string, Knot> = {};
  either: Knot | Leaf | undefined = undefined;
  static override readonly key = 'Knot';
  static override get schema(): Record<string, unknown> {
    return { next: Knot, others: [Knot], byName: knots, either, second: twoSteps };
  }
}

class Leaf extends Entity {
  id = '';
  static override readonly key = 'Leaf';
}

const knots = new Values(Knot);
const either = new Union({ knot: Knot, leaf: Leaf }, (item: object) =>
  'leaf' in item ? 'leaf' : 'knot',
);

/** A custom schema: it uses the values that it reads. */
const twoSteps = {
  normalize: (input: unknown) => input,
  denormalize(stored: unknown, delegate: DenormalizeDelegate): unknown {
    const knot = delegate.unvisit(Knot, stored) as Knot | undefined;
    return delegate.unvisit(Leaf, knot?.sign);
  },
  queryKey: () => undefined,
};

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

const knot = fc.record({
  id,
  next: maybe(id),
  others: maybe(fc.array(id, { maxLength: 3 })),
  byName: maybe(fc.dictionary(fc.constantFrom('x', 'y'), id, { maxKeys: 2 })),
  either: maybe(fc.oneof(fc.record({ id }), fc.record({ id, leaf: fc.constant(true) }))),
  second: maybe(id),
  sign: maybe(id),
});

const write = fc.oneof(
  fc.record({ do: fc.constant('set' as const), knot }),
  fc.record({ do: fc.constant('leaf' as const), id }),
  fc.record({ do: fc.constant('remove' as const), id }),
);

const root: fc.Arbitrary<Root> = fc.oneof(
  id.map((stored) => ({ schema: Knot, stored })),
  fc.array(id, { maxLength: 3 }).map((stored) => ({ schema: [Knot], stored })),
  id.map((stored) => ({ schema: { one: Knot, two: [twoSteps] }, stored: { one: stored } })),
  id.map((stored) => ({ schema: twoSteps, stored })),
  fc.constantFrom(new All(Leaf), new All(Knot)).map((schema) => ({ schema, stored: {} })),
);

const operation = fc.oneof(
  write,
  fc.record({ do: fc.constant('retain' as const), root }),
  fc.record({ do: fc.constant('release' as const), index: fc.nat(5) }),
  fc.record({ do: fc.constant('step' as const), count: fc.integer({ min: 1, max: 4 }) }),
);

/** The rows that observers of the roots read. */
function rowsRead(kit: GraphKit, roots: readonly Root[]): Set<string> {
  const { state } = kit;
  const read = new Set<string>();
  for (const { schema, stored } of roots) {
    new DenormalizeWalk(
      {
        get: (kind, pk) => {
          read.add(`${kind} ${pk}`);
          return state.get(kind, pk);
        },
        forEach: (kind, visit) =>
          state.forEach(kind, (record, pk, ordinal) => {
            read.add(`${kind} ${pk}`);
            visit(record, pk, ordinal);
          }),
      },
      [],
    ).unvisit(schema, stored);
  }
  return read;
}

/**
 * A table with a garbage collection that runs between writes. All rows are old enough to be
 * removed.
 */
class World {
  readonly kit = new GraphKit();
  readonly roots: Root[] = [];
  #collection: MarkAndSweep | undefined;

  /** Removes the garbage of one step; returns whether it was the last step. */
  step(count: number): boolean {
    const { kit, roots } = this;
    const source: GarbageSource = {
      confirmed: kit.state,
      visible: kit.state,
      roots,
      since: Infinity,
      oldestRequest: Infinity,
    };
    this.#collection ??= new MarkAndSweep();
    const { rows, kinds, isLast } = this.#collection.step(count, source);
    if (isLast) this.#collection = undefined;
    const read = rowsRead(kit, roots);
    rows.forEach((kind, pk) => {
      if (read.has(`${kind} ${pk}`)) throw new Error(`${kind} ${pk} is removed while it is read`);
    });
    kit.commit([
      (draft) => {
        rows.forEach((kind, pk) => draft.forget(kind, pk));
        for (const kind of kinds) draft.forget(COMPLETE, kind);
      },
    ]);
    return isLast;
  }

  /**
   * All known rows, live or removed, except the traces that tell observers of `All` that the list
   * is empty.
   */
  get rows(): string[] {
    const { state } = this.kit;
    const all = this.roots.map(({ schema }) => (schema instanceof All ? schema.schema : undefined));
    const isLastTrace = (key: string) =>
      state.size(key) === 0 && all.some((entity) => entity === (key === 'Knot' ? Knot : Leaf));
    return [...state.known()]
      .filter(({ key }) => !isLastTrace(key))
      .map(({ key, pk }) => `${key} ${pk}`);
  }
}

describe('garbage collection in steps, with writes and changing observers in between', () => {
  it('never removes a row that is read, and finally removes all others', () => {
    let removed = 0;
    let left = 0;
    fc.assert(
      fc.property(fc.array(knot), fc.array(operation, { maxLength: 40 }), (first, operations) => {
        const world = new World();
        const { kit, roots } = world;
        kit.set([[Knot], first]);
        for (const one of operations) {
          if (one.do === 'set') kit.set([Knot, one.knot]);
          else if (one.do === 'leaf') kit.set([Leaf, { id: one.id }]);
          else if (one.do === 'remove') kit.remove(Knot, one.id);
          else if (one.do === 'retain') roots.push(one.root);
          else if (one.do === 'release') roots.splice(one.index, 1);
          else world.step(one.count);
        }
        while (!world.step(3));
        const before = world.rows.length;
        // Rows that were released during the last collection are removed by the next one.
        while (!world.step(3));
        const read = rowsRead(kit, roots);
        expect(world.rows.filter((row) => !read.has(row))).toEqual([]);
        removed += before - world.rows.length;
        left += world.rows.length;
      }),
      { numRuns: runs(1_000) },
    );
    // Both cases occur: rows that are removed, and rows that stay.
    expect(removed).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(runs(1_000));
  });
});
