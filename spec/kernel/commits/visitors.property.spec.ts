import * as fc from 'fast-check';
import type { Meta } from '../../../src/kernel/commits/Action.ts';
import { EntityWriter } from '../../../src/kernel/commits/EntityWriter.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { EntityClass, NormalizeDelegate } from '../../../src/data/schema/Schema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { EntityKeySet } from '../../../src/kernel/table/EntityKeySet.ts';
import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { runs } from '../../support/runs.ts';

/** Steps that a class may have of its own. */
const steps = [
  'pk',
  'static pk',
  'normalize',
  'process',
  'validate',
  'merge',
  'shouldReorder',
] as const;
const kindsOfMembers = ['entity', 'list', 'values', 'object', 'union', 'custom', 'date'] as const;

interface Member {
  readonly is: (typeof kindsOfMembers)[number];
  /** The index of a class. */
  readonly of: number;
}

interface ClassPlan {
  readonly steps: readonly (typeof steps)[number][];
  readonly members: readonly Member[];
}

/** A response to a request or a layer, written in a commit of its own. */
interface Write {
  readonly schema: Member | 'invalidate';
  readonly numbers: readonly number[];
  readonly seq: number;
  readonly isTainted: boolean;
  readonly hasOlderInFlight: boolean;
  readonly isLayer: boolean;
  readonly overtaken: boolean;
}

const member: fc.Arbitrary<Member> = fc.record({
  is: fc.constantFrom(...kindsOfMembers),
  of: fc.nat(2),
});
const classPlan: fc.Arbitrary<ClassPlan> = fc.record({
  // Most classes override nothing.
  steps: fc.oneof(fc.constant([]), fc.subarray([...steps], { maxLength: 2 })),
  members: fc.array(member, { maxLength: 3 }),
});
const rarely = fc.nat(7).map((n) => n === 0);
const write: fc.Arbitrary<Write> = fc.record({
  schema: fc.oneof({ weight: 9, arbitrary: member }, fc.constant('invalidate' as const)),
  numbers: fc.array(fc.nat(1_000), { minLength: 5, maxLength: 40 }),
  seq: fc.integer({ min: 1, max: 4 }),
  isTainted: rarely,
  hasOlderInFlight: rarely,
  isLayer: rarely,
  overtaken: rarely,
});

/**
 * Entity classes with a log of all calls of their own steps. In the delegated form, each class also
 * overrides steps with calls of `super`: nothing is then inherited that the walk could leave out.
 */
class World {
  readonly log: string[] = [];
  readonly classes: readonly EntityClass[];

  constructor(plans: readonly ClassPlan[], isDelegated: boolean) {
    this.classes = plans.map((plan, i) => {
      const own = this.#classOf(plan, i);
      return isDelegated ? delegated(own) : own;
    });
    plans.forEach(({ members }, i) => {
      const schema = members.map((one, at) => [`m${at}`, this.schemaOf(one)]);
      (this.classes[i] as { schema: object }).schema = Object.fromEntries(schema) as object;
    });
  }

  schemaOf({ is, of }: Member): unknown {
    const entity = this.classes[of];
    switch (is) {
      case 'entity':
        return entity;
      case 'list':
        return [entity];
      case 'values':
        return new Values(entity);
      case 'object':
        return { x: entity, list: [entity] };
      case 'union':
        return new Union({ a: entity, b: entity }, 'type' as never);
      case 'custom':
        return this.#lenient(entity);
      case 'date':
        return Date;
    }
  }

  #log(step: string, ...values: unknown[]): void {
    this.log.push(`${step} ${JSON.stringify(values)}`);
  }

  #classOf(plan: ClassPlan, i: number): typeof Entity {
    const log = this.#log.bind(this);
    class Thing extends Entity {
      static override key = `K${i}`;
    }
    const own = {
      /** Takes what fails for null. */
      normalize(this: typeof Entity, ...call: Parameters<typeof Entity.normalize>): unknown {
        const [, parent, key, delegate] = call;
        log(`normalize ${i}`, parent, key, delegate.depth, delegate.owner);
        try {
          return Entity.normalize.apply(this, call);
        } catch (error) {
          log(`caught ${i}`, String(error), delegate.depth, delegate.owner);
          return null;
        }
      },
      process(input: Members, parent: unknown, key: string): unknown {
        log(`process ${i}`, input, parent, key);
        if (Array.isArray(input)) return { id: input[0] as unknown, n: input.length };
        if (input['n'] === 4) return undefined;
        return input['n'] === 5 ? 'no object' : { ...input, processed: true };
      },
      validate(record: Members) {
        log(`validate ${i}`, record);
        return record['n'] === 3 ? 'n is 3' : undefined;
      },
      merge(existing: object, incoming: object) {
        log(`merge ${i}`, existing, incoming);
        return { ...existing, ...incoming, merged: true };
      },
      shouldReorder(...[, , existing, incoming]: readonly Members[]) {
        log(`shouldReorder ${i}`, existing, incoming);
        return Number(incoming['n']) < Number(existing['n']);
      },
      'static pk'(value: Members, parent: unknown, key: string, args: unknown) {
        log(`static pk ${i}`, value, parent, key, args);
        return value['id'];
      },
    };
    for (const step of plan.steps) {
      if (step !== 'pk') Object.assign(Thing, { [step.replace('static ', '')]: own[step] });
      else
        Thing.prototype.pk = function (this: { id: unknown }, ...rest) {
          log(`pk ${i}`, this, ...rest);
          return String(this.id);
        };
    }
    return Thing;
  }

  /** A schema of a user: it takes what fails for null. */
  #lenient(entity: EntityClass) {
    return {
      normalize: (input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate) => {
        this.#log('custom', input, key, delegate.depth, delegate.owner, delegate.args);
        try {
          return delegate.visit([entity], [input, input], parent, key);
        } catch (error) {
          this.#log('caught', String(error), delegate.depth, delegate.owner);
          return null;
        }
      },
      denormalize: () => undefined,
      queryKey: () => undefined,
    };
  }
}

type Members = Readonly<Record<string, unknown>>;

/** `pk` is inherited: placeholder ids are members of entities without a `pk` of their own. */
function delegated(own: typeof Entity): typeof Entity {
  abstract class Twin extends own {
    static override normalize(...call: Parameters<typeof Entity.normalize>) {
      return super.normalize(...call);
    }
    static override process(...call: Parameters<typeof Entity.process>) {
      return super.process(...call);
    }
    static override validate(record: object) {
      return super.validate(record);
    }
  }
  return Twin;
}

/** Makes responses out of numbers. Ids are few, so that entities meet. */
class Responses {
  readonly #numbers: readonly number[];
  readonly #plans: readonly ClassPlan[];
  readonly #made: object[][] = [[], [], []];
  #drawn = 0;

  constructor(plans: readonly ClassPlan[], numbers: readonly number[]) {
    this.#plans = plans;
    this.#numbers = numbers;
  }

  #draw(max: number): number {
    return this.#numbers[this.#drawn++ % this.#numbers.length] % (max + 1);
  }

  of({ is, of }: Member, depth: number): unknown {
    const one = (): unknown => this.#entity(of, depth);
    const several = (): unknown[] => Array.from({ length: this.#draw(3) }, one);
    switch (is) {
      case 'entity':
      case 'custom':
        return one();
      case 'list':
        return several();
      case 'values':
        return { p: one(), q: one() };
      case 'object':
        return this.#draw(1) === 0 ? { x: one(), list: several() } : { x: one() };
      case 'union':
        return { type: ['a', 'b', 'c'][this.#draw(2)], ...Object(one()) } as object;
      case 'date':
        return '2026-01-01';
    }
  }

  #entity(of: number, depth: number): unknown {
    const kind = this.#draw(40);
    if (kind === 0) return null;
    if (kind === 1) return 'b';
    // The inherited `process` takes no tuples.
    if (kind === 2 && this.#plans[of].steps.includes('process')) return [`${this.#draw(3)}`, 1];
    if (kind === 3) return undefined;
    // An object may stand at several places of a response.
    const made = this.#made[of];
    if (kind < 8 && made.length > 0) return made[this.#draw(made.length - 1)];
    const ids = ['a', 'b', 'c', 'd', 1, 2, 0, 'undefined', 'null', '', null, undefined, NaN];
    const id = ids[this.#draw(this.#draw(3) === 0 ? ids.length - 1 : 6)];
    const input: Record<string, unknown> = { id, n: this.#draw(5), tags: [this.#draw(1)] };
    if (this.#draw(3) === 0) delete input['n'];
    if (this.#draw(9) === 0) input['tags'] = undefined;
    this.#plans[of].members.forEach((plan, i) => {
      if (depth > 0 && this.#draw(3) > 0) input[`m${i}`] = this.of(plan, depth - 1);
    });
    made.push(input);
    return input;
  }
}

/** Writes into one table, and what can be seen of each write. */
class Store {
  readonly #world: World;
  readonly #plans: readonly ClassPlan[];
  #table = EntityTable.empty();

  constructor(plans: readonly ClassPlan[], isDelegated: boolean) {
    this.#plans = plans;
    this.#world = new World(plans, isDelegated);
  }

  write({ schema, numbers, seq, isTainted, isLayer, overtaken, hasOlderInFlight }: Write): unknown {
    const before = this.#table;
    const draft = isLayer
      ? new EntityTableDraft(before, before, before)
      : new EntityTableDraft(before);
    const oldestInFlight = hasOlderInFlight ? 0 : undefined;
    const times = { fetchedAt: seq, receivedAt: seq, expiresAt: isTainted ? 0 : seq + 100 };
    const meta: Meta = { seq: isLayer ? Infinity : seq, ...times, epoch: 0, oldestInFlight };
    const rows = new EntityKeySet();
    rows.add('K0', 'a');
    const writer = new EntityWriter(draft, {
      meta,
      keep: true,
      reportsRows: true,
      ...(overtaken && { overtaken: { rows, seq: 1 } }),
    });
    const isRemoval = schema === 'invalidate';
    const input = isRemoval ? 'a' : new Responses(this.#plans, numbers).of(schema, 3);
    let count = 0;
    const newPk = isLayer ? () => `new ${count++}` : undefined;
    const options = { args: ['arg'], subject: 'GET /x', newPk };
    const of = isRemoval ? new Invalidate(this.#world.classes[0]) : this.#world.schemaOf(schema);
    let outcome: unknown;
    try {
      outcome = writer.write(of, input, options);
      // A layer is not kept.
      if (!isLayer) this.#table = draft.commit().table;
    } catch (error) {
      outcome = String(error);
    }
    const shown = isLayer && typeof outcome !== 'string' ? draft.commit().table : this.#table;
    const list: unknown[] = [];
    for (const { key, pk } of shown.known()) {
      const record = shown.get(key, pk);
      const isSame = record === before.get(key, pk);
      list.push([key, pk, shown.ordinal(key, pk), record, shown.meta(key, pk), isSame]);
    }
    const touched: unknown[] = [];
    writer.touched!.forEach((key, pk) => touched.push([key, pk]));
    const log = this.#world.log.splice(0);
    return { outcome, rows: list, touched, log };
  }
}

let warn: jest.SpyInstance;
beforeAll(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterAll(() => warn.mockRestore());

describe('an entity class that inherits its steps', () => {
  it('gives the same records, metas, order, references, errors and calls as one that overrides them with calls of super', () => {
    fc.assert(
      fc.property(
        fc.tuple(classPlan, classPlan, classPlan),
        fc.array(write, { minLength: 1, maxLength: 6 }),
        (plans, writes) => {
          const [plain, general] = [new Store(plans, false), new Store(plans, true)];
          for (const one of writes) expect(plain.write(one)).toEqual(general.write(one));
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
