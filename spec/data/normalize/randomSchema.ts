import { All } from '../../../src/data/schema/All.ts';
import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import type { EntityClass } from '../../../src/data/schema/Schema.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import {
  args,
  type Built,
  data,
  invalidate,
  lazy,
  query,
  type Random,
  type Sample,
  scalar,
} from './randomParts.ts';
import type { Members, Plan } from './randomPlan.ts';

/** The value read for an entity, as plain data. */
export interface Shown {
  readonly class: EntityClass;
  readonly members: Record<string, unknown>;
}

const ids = ['__proto__', 'constructor', 'toString', 'null', '0', ''];

/** Builds schemas, and keeps the entities of each class that the responses contain, in order. */
export class SchemaWorld {
  readonly #rows = new Map<EntityClass, (() => Shown)[]>();
  /** Rows across all classes, in the order in which they are completed. */
  #count = 0;
  readonly #ordinals = new Map<() => Shown, number>();
  #scalars = 0;

  build(plan: Plan): Built {
    switch (plan.is) {
      case 'data':
        return data();
      case 'entity':
        return this.#entity(plan.members, plan.abstract, {});
      case 'scalar':
        return scalar(this.#scalars++);
      case 'invalidate':
        return invalidate();
      case 'query':
        return query(this.build(plan.of));
      case 'lazy':
        return lazy(this.build(plan.of));
      case 'collection':
        return this.#collection(plan.members, plan.map);
      case 'list':
        return this.#list(this.build(plan.of), plan.short);
      case 'values':
        return this.#values(this.build(plan.of));
      case 'object':
        return this.#object(plan.members, plan.short);
      case 'union':
      case 'all':
        return this.#polymorphic(plan.is, plan.variants, plan.byFunction);
    }
  }

  #collection(members: Members, map: boolean): Built {
    const of = this.#entity(members, false, {});
    const entity = of.schema as EntityClass;
    const inner = map ? this.#values(of) : this.#list(of, false);
    const list = new Collection(map ? new Values(entity) : [entity]);
    // The collection is one list for all responses; the last response wins.
    let last: Sample;
    return {
      schema: list,
      sample: (random) => {
        const sample = (last = inner.sample(random));
        return {
          input: sample.input,
          read: () => last.read(),
          stored: () => JSON.stringify(args[0]),
        };
      },
    };
  }

  #members(members: Members, random: Random, built: readonly Built[], ofEntity = false) {
    const input: [string, unknown][] = [];
    const read: [string, () => unknown][] = [];
    const stored: [string, () => unknown][] = [];
    members.forEach(([name], i) => {
      if (random.nat(9) === 0) return;
      const { sample, sampleMember = sample } = built[i];
      const member = ofEntity ? sampleMember(random) : sample(random);
      input.push([name, member.input]);
      read.push([name, member.read]);
      stored.push([name, member.stored]);
    });
    return { input, read, stored };
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
        const nested = this.#members(members, random, built, true);
        // A new row for each entity: merges have specs of their own.
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
        this.#ordinals.set(read, this.#count++);
        const input = { ...own, ...Object.fromEntries(nested.input) };
        return { input, read, stored: () => `${id}` };
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
          read: () => items.map(({ read }) => read()).filter((item) => item !== undefined),
          stored: () => items.map(({ stored }) => stored()),
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
                .filter(([, value]) => value !== null && value !== undefined),
            ),
          stored: () =>
            Object.fromEntries(
              entries
                .filter(([, { input }]) => input !== null)
                .map(([name, { stored }]) => [name, stored()]),
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
        const { input, read, stored } = this.#members(members, random, built);
        const extra = random.json();
        const whole = (parts: [string, () => unknown][]) => () => ({
          extra,
          ...Object.fromEntries(parts.map(([name, get]) => [name, get()])),
        });
        return {
          input: { extra, ...Object.fromEntries(input) },
          read: whole(read),
          stored: whole(stored),
        };
      },
    };
  }

  #polymorphic(is: 'union' | 'all', variants: readonly Members[], byFunction: boolean): Built {
    const single = is === 'all' && variants.length === 1;
    const built = variants.map((members, i) => this.#entity(members, false, { type: `t${i}` }));
    const classes = built.map(({ schema }) => schema as EntityClass);
    const mapping = Object.fromEntries(
      classes.map((entity, i) => [byFunction ? `t${i}s` : `t${i}`, entity]),
    );
    const attribute = byFunction
      ? (item: unknown) => `${(item as { type: string }).type}s`
      : 'type';
    const one = (random: Random): Sample & { readonly original?: boolean } => {
      const choice = random.nat(variants.length);
      if (choice < variants.length || single) {
        const variant = single ? 0 : choice;
        const sample = built[variant].sample(random);
        const name = Object.keys(mapping)[variant];
        return { ...sample, stored: () => ({ id: sample.stored(), schema: name }) };
      }
      const input = { type: 'other', json: random.json() };
      return { input, read: () => input, stored: () => ({ original: input }), original: true };
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
          stored: () =>
            items.some(({ original }) => original)
              ? { items: items.map(({ stored }) => stored()) }
              : {},
        };
      },
    };
  }

  /** All rows of the classes; each original of `items` follows the item before it. */
  #readAll(
    classes: readonly EntityClass[],
    items: readonly (Sample & { readonly original?: boolean })[],
  ): unknown[] {
    const rows = classes.flatMap((entity) => this.#rows.get(entity)!);
    rows.sort((a, b) => this.#ordinals.get(a)! - this.#ordinals.get(b)!);
    const list: Sample['read'][] = [...rows];
    let index = 0;
    for (const { read, original } of items) {
      if (original) list.splice(index++, 0, read);
      else index = list.indexOf(read) + 1;
    }
    return list.map((read) => read());
  }
}
