import * as fc from 'fast-check';

/** A schema as data; `variants` get their class, entity key and ids when the schema is built. */
export type Plan =
  | { readonly is: 'data' | 'scalar' | 'invalidate' }
  | { readonly is: 'entity'; readonly members: Members; readonly abstract: boolean }
  | { readonly is: 'list' | 'values'; readonly of: Plan; readonly short: boolean }
  | { readonly is: 'query' | 'lazy'; readonly of: Plan }
  | { readonly is: 'collection'; readonly members: Members; readonly map: boolean }
  | { readonly is: 'object'; readonly members: Members; readonly short: boolean }
  | {
      readonly is: 'union' | 'all';
      readonly variants: readonly Members[];
      readonly byFunction: boolean;
    };

export type Members = readonly (readonly [name: string, plan: Plan])[];

/** Names as a server may send them; `__proto__` is dropped by design and has specs of its own. */
const memberNames = ['0', 'a', 'b', 'items', 'constructor', 'toString', 'é ñ', ''] as const;

const data: fc.Arbitrary<Plan> = fc.constant({ is: 'data' });

const membersOf = (plan: fc.Arbitrary<Plan>): fc.Arbitrary<Members> =>
  fc
    .tuple(fc.subarray([...memberNames], { maxLength: 3 }), plan, plan, plan)
    // `subarray` keeps the order, in which numbers come first, as in every object.
    .map(([chosen, ...plans]) => chosen.map((name, i) => [name, plans[i]] as const));

/** A schema of at most `depth` levels. */
export function planOf(depth: number): fc.Arbitrary<Plan> {
  if (depth === 0) return data;
  const inner = planOf(depth - 1);
  const members = membersOf(inner);
  return fc.oneof(
    data,
    fc.record({ is: fc.constantFrom('scalar', 'invalidate') }),
    fc.record({ is: fc.constantFrom('query', 'lazy'), of: inner }),
    fc.record({ is: fc.constant('collection' as const), members, map: fc.boolean() }),
    fc.record({ is: fc.constant('entity' as const), members, abstract: fc.boolean() }),
    fc.record({ is: fc.constantFrom('list', 'values'), of: inner, short: fc.boolean() }),
    fc.record({ is: fc.constant('object' as const), members, short: fc.boolean() }),
    fc.record({
      is: fc.constantFrom('union', 'all'),
      variants: fc.array(members, { minLength: 1, maxLength: 3 }),
      byFunction: fc.boolean(),
    }),
  );
}
