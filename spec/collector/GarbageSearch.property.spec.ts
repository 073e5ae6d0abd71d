import fc from 'fast-check';
import { DenormalizeWalk } from '../../src/normalize/DenormalizeWalk.ts';
import { All } from '../../src/schema/All.ts';
import { Entity } from '../../src/schema/Entity.ts';
import type { DenormalizeDelegate } from '../../src/schema/Schema.ts';
import { Union } from '../../src/schema/Union.ts';
import { Values } from '../../src/schema/Values.ts';
import { GarbageSearch, type GarbageSource } from '../../src/collector/GarbageSearch.ts';
import type { Root } from '../../src/streams/Root.ts';
import { GraphKit } from '../support/GraphKit.ts';

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

/** A schema of its own: it looks at what it reads. */
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
  fc.record({ do: fc.constant('hold' as const), root }),
  fc.record({ do: fc.constant('drop' as const), place: fc.nat(5) }),
  fc.record({ do: fc.constant('step' as const), count: fc.integer({ min: 1, max: 4 }) }),
);

/** Rows that are read by readers of the roots. */
function rowsRead(kit: GraphKit, roots: readonly Root[]): Set<string> {
  const { entities } = kit.state;
  const read = new Set<string>();
  for (const { schema, stored } of roots) {
    new DenormalizeWalk(
      {
        get: (kind, pk) => {
          read.add(`${kind} ${pk}`);
          return entities.get(kind, pk);
        },
        forEach: (kind, visit) =>
          entities.forEach(kind, (record, pk, ordinal) => {
            read.add(`${kind} ${pk}`);
            visit(record, pk, ordinal);
          }),
      },
      [],
    ).unvisit(schema, stored);
  }
  return read;
}

/** A table with a collection that runs between writes. Everything is old enough to be taken. */
class World {
  readonly kit = new GraphKit();
  readonly roots: Root[] = [];
  #collection: GarbageSearch | undefined;

  /** Takes what one step finds; says whether it was the last one. */
  step(count: number): boolean {
    const { kit, roots } = this;
    const source: GarbageSource = {
      confirmed: kit.state,
      visible: kit.state.entities,
      roots,
      keptRows: [],
      oldestRequest: Infinity,
    };
    this.#collection ??= new GarbageSearch(kit.state.epoch, Infinity);
    const { rows, kinds, isLast } = this.#collection.step(count, source);
    if (isLast) this.#collection = undefined;
    const read = rowsRead(kit, roots);
    rows.forEach((kind, pk) => {
      if (read.has(`${kind} ${pk}`)) throw new Error(`${kind} ${pk} is taken while it is read`);
    });
    kit.commit([
      (draft) => {
        rows.forEach((kind, pk) => draft.forgetRow(kind, pk));
        draft.forgetKinds(kinds);
      },
    ]);
    return isLast;
  }

  /** All rows that are known, live or removed; but for those which tell readers of all that there is none. */
  get rows(): string[] {
    const { entities } = this.kit.state;
    const all = this.roots.map(({ schema }) => (schema instanceof All ? schema.schema : undefined));
    const isSign = (key: string) =>
      entities.size(key) === 0 && all.some((entity) => entity === (key === 'Knot' ? Knot : Leaf));
    return [...entities.known()]
      .filter(({ key }) => !isSign(key))
      .map(({ key, pk }) => `${key} ${pk}`);
  }
}

describe('a collection in steps, with writes and readers that come and go between them', () => {
  it('never takes what is read, and in the end has taken all else', () => {
    let taken = 0;
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
          else if (one.do === 'hold') roots.push(one.root);
          else if (one.do === 'drop') roots.splice(one.place, 1);
          else world.step(one.count);
        }
        while (!world.step(3));
        const before = world.rows.length;
        // What was let go of while the last one ran is taken by the next one.
        while (!world.step(3));
        const read = rowsRead(kit, roots);
        expect(world.rows.filter((row) => !read.has(row))).toEqual([]);
        taken += before - world.rows.length;
        left += world.rows.length;
      }),
      { numRuns: 1_000 },
    );
    // Neither end is reached for want of rows.
    expect(taken).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(500);
  });
});
