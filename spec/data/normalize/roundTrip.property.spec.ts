import * as fc from 'fast-check';
import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { deepFreeze } from '../../../src/shared/deepFreeze.ts';
import { args, type Random } from './randomParts.ts';
import { planOf } from './randomPlan.ts';
import { SchemaWorld } from './randomSchema.ts';
import { runs } from '../../support/runs.ts';

let warn: jest.SpyInstance;
beforeAll(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterAll(() => warn.mockRestore());

/** Replaces instances by their class and members, so that equal values have equal classes. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shown(member)]),
  );
  return value instanceof Entity
    ? { class: Object.getPrototypeOf(value).constructor, members }
    : members;
}

const choices = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 40 });
const jsons = fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 5 });

describe('denormalize(normalize(response))', () => {
  it('equals the response with instances in place of entities, for schemas nested three deep', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(planOf(3), choices, jsons, (plan, numbers, values) => {
        let drawn = 0;
        const random: Random = {
          nat: (max) => numbers[drawn++ % numbers.length] % (max + 1),
          json: () => values[drawn++ % values.length],
        };
        const { schema, sample } = new SchemaWorld().build(plan);
        const { input, read } = sample(random);
        if (input === null) return;
        seen.add(plan.is);
        const { result, entities } = normalize(schema, deepFreeze(input), args);
        deepFreeze(result);
        expect(shown(denormalize(schema, result, entities, args))).toEqual(shown(read()));
      }),
      { numRuns: runs(3_000) },
    );
    expect([...seen].sort()).toEqual([
      'all',
      'collection',
      'data',
      'entity',
      'invalidate',
      'lazy',
      'list',
      'object',
      'query',
      'scalar',
      'union',
      'values',
    ]);
  });
});
