import * as fc from 'fast-check';
import { All } from '../../src/schema/All.ts';
import { ArraySchema } from '../../src/schema/ArraySchema.ts';
import { Entity } from '../../src/schema/Entity.ts';
import type { EntityClass } from '../../src/schema/EntityClass.ts';
import { ObjectSchema } from '../../src/schema/ObjectSchema.ts';
import { Union } from '../../src/schema/Union.ts';
import { Values } from '../../src/schema/Values.ts';

/** A schema as data; `kind`s get their class, key and ids when it is built. */
export type Plan =
  | { readonly is: 'data' }
  | { readonly is: 'entity'; readonly members: Members; readonly abstract: boolean }
  | { readonly is: 'list' | 'values'; readonly of: Plan; readonly short: boolean }
  | { readonly is: 'object'; readonly members: Members; readonly short: boolean }
  | {
      readonly is: 'union' | 'all';
      readonly kinds: readonly Members[];
      readonly byFunction: boolean;
    };

type Members = readonly (readonly [name: string, plan: Plan])[];

/** Names as the network sends them; `__proto__` is dropped by design and has specs of its own. */
const memberNames = ['0', 'a', 'b', 'items', 'constructor', 'toString', 'é ñ', ''] as const;

const data: fc.Arbitrary<Plan> = fc.constant({ is: 'data' });

const membersOf = (plan: fc.Arbitrary<Plan>): fc.Arbitrary<Members> =>
  fc
    .tuple(fc.subarray([...memberNames], { maxLength: 3 }), plan, plan, plan)
    // A subarray keeps the order: numbers come first in every object.
    .map(([chosen, ...plans]) => chosen.map((name, i) => [name, plans[i]] as const));

/** A schema of at most `depth` levels. */
export function planOf(depth: number): fc.Arbitrary<Plan> {
  if (depth === 0) return data;
  const inner = planOf(depth - 1);
  const members = membersOf(inner);
  return fc.oneof(
    data,
    fc.record({ is: fc.constant('entity' as const), members, abstract: fc.boolean() }),
    fc.record({ is: fc.constantFrom('list', 'values'), of: inner, short: fc.boolean() }),
    fc.record({ is: fc.constant('object' as const), members, short: fc.boolean() }),
    fc.record({
      is: fc.constantFrom('union', 'all'),
      kinds: fc.array(members, { minLength: 1, maxLength: 3 }),
      byFunction: fc.boolean(),
    }),
  );
}

/** What an answer holds and how it has to be read; `read` is called when the whole answer is made. */
export interface Sample {
  readonly input: unknown;
  readonly read: () => unknown;
}

/** A schema with the means to make answers for it. */
export interface Built {
  readonly schema: unknown;
  readonly sample: (random: Random) => Sample;
}

/** Choices of one answer. */
export interface Random {
  /** An integer from 0 to `max`. */
  nat(max: number): number;
  /** Any JSON. */
  json(): unknown;
}

/** What a reader gets for an entity, as plain data. */
export interface Shown {
  readonly class: EntityClass;
  readonly members: Record<string, unknown>;
}

const ids = ['__proto__', 'constructor', 'toString', 'null', '0', ''];

/** Builds schemas; knows all entities of each class that answers were made of, in their order. */
export class SchemaWorld {
  readonly #rows = new Map<EntityClass, (() => Shown)[]>();
  /** Rows over all classes, in the order in which they are complete. */
  #count = 0;
  readonly #places = new Map<() => Shown, number>();

  build(plan: Plan): Built {
    switch (plan.is) {
      case 'data':
        return this.#data();
      case 'entity':
        return this.#entity(plan.members, plan.abstract, {});
      case 'list':
        return this.#list(this.build(plan.of), plan.short);
      case 'values':
        return this.#values(this.build(plan.of));
      case 'object':
        return this.#object(plan.members, plan.short);
      case 'union':
      case 'all':
        return this.#polymorphic(plan.is, plan.kinds, plan.byFunction);
    }
  }

  #data(): Built {
    return {
      schema: '',
      sample: (random) => {
        const input = random.json();
        return { input, read: () => input };
      },
    };
  }

  #members(members: Members, random: Random, built: readonly Built[]) {
    const input: [string, unknown][] = [];
    const read: [string, () => unknown][] = [];
    members.forEach(([name], i) => {
      if (random.nat(9) === 0) return;
      const member = built[i].sample(random);
      input.push([name, member.input]);
      read.push([name, member.read]);
    });
    return { input, read };
  }

  #entity(members: Members, abstract: boolean, fixed: Record<string, unknown>): Built {
    const built = members.map(([, plan]) => this.build(plan));
    const schema = Object.fromEntries(members.map(([name], i) => [name, built[i].schema]));
    const key = ids[this.#rows.size] ?? `Kind${this.#rows.size}`;
    abstract class Base extends Entity {
      declare id: unknown;
      static override key = key || 'Kind';
      static override schema = schema;
    }
    class Kind extends Base {}
    const entity = abstract ? Base : Kind;
    const rows: (() => Shown)[] = [];
    this.#rows.set(entity, rows);
    return {
      schema: entity,
      sample: (random) => {
        const nested = this.#members(members, random, built);
        // A row of its own for each: what merges has specs of its own.
        const id = ids[rows.length] || rows.length;
        const own = { ...fixed, id, extra: random.json() };
        const read = () => ({
          class: entity,
          members: {
            ...own,
            ...Object.fromEntries(nested.read.map(([name, get]) => [name, get()])),
          },
        });
        rows.push(read);
        this.#places.set(read, this.#count++);
        return { input: { ...own, ...Object.fromEntries(nested.input) }, read };
      },
    };
  }

  #list(of: Built, short: boolean): Built {
    return {
      schema: short ? [of.schema] : new ArraySchema(of.schema),
      sample: (random) => {
        const items = Array.from({ length: random.nat(3) }, () => of.sample(random));
        return {
          input: items.map(({ input }) => input),
          read: () => items.map(({ read }) => read()),
        };
      },
    };
  }

  #values(of: Built): Built {
    return {
      schema: new Values(of.schema),
      sample: (random) => {
        const names = ['1', '__proto__', 'constructor', 'x'].slice(random.nat(4));
        const entries = names.map((name) => [name, of.sample(random)] as const);
        return {
          input: Object.fromEntries(entries.map(([name, { input }]) => [name, input])),
          read: () =>
            Object.fromEntries(
              entries
                .map(([name, { read }]) => [name, read()] as const)
                .filter(([, value]) => value !== null),
            ),
        };
      },
    };
  }

  #object(members: Members, short: boolean): Built {
    const built = members.map(([, plan]) => this.build(plan));
    const schema = Object.fromEntries(members.map(([name], i) => [name, built[i].schema]));
    return {
      schema: short ? schema : new ObjectSchema(schema),
      sample: (random) => {
        const { input, read } = this.#members(members, random, built);
        const extra = random.json();
        return {
          input: { extra, ...Object.fromEntries(input) },
          read: () => ({ extra, ...Object.fromEntries(read.map(([name, get]) => [name, get()])) }),
        };
      },
    };
  }

  #polymorphic(is: 'union' | 'all', kinds: readonly Members[], byFunction: boolean): Built {
    const single = is === 'all' && kinds.length === 1;
    const built = kinds.map((members, i) => this.#entity(members, false, { type: `t${i}` }));
    const classes = built.map(({ schema }) => schema as EntityClass);
    const mapping = Object.fromEntries(
      classes.map((entity, i) => [byFunction ? `t${i}s` : `t${i}`, entity]),
    );
    const attribute = byFunction
      ? (item: unknown) => `${(item as { type: string }).type}s`
      : 'type';
    const one = (random: Random): Sample & { readonly original?: boolean } => {
      const choice = random.nat(kinds.length);
      if (choice < kinds.length) return built[choice].sample(random);
      if (single) return built[0].sample(random);
      const input = { type: 'other', json: random.json() };
      return { input, read: () => input, original: true };
    };
    if (is === 'union') {
      return { schema: new Union(mapping, attribute as never), sample: one };
    }
    return {
      schema: single ? new All(classes[0]) : new All(mapping, attribute as never),
      sample: (random) => {
        const items = Array.from({ length: random.nat(4) }, () => one(random));
        return {
          input: items.map(({ input }) => input),
          read: () => this.#readAll(classes, items),
        };
      },
    };
  }

  /** All rows of the classes, with the originals of `items` behind the item that preceded them. */
  #readAll(
    classes: readonly EntityClass[],
    items: readonly (Sample & { readonly original?: boolean })[],
  ): unknown[] {
    const rows = classes.flatMap((entity) => this.#rows.get(entity)!);
    rows.sort((a, b) => this.#places.get(a)! - this.#places.get(b)!);
    const list: Sample['read'][] = [...rows];
    let place = 0;
    for (const { read, original } of items) {
      if (original) list.splice(place++, 0, read);
      else place = list.indexOf(read) + 1;
    }
    return list.map((read) => read());
  }
}
