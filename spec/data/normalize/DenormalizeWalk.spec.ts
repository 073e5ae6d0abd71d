import { denormalize, MAX_DENORMALIZE_DEPTH } from '../../../src/data/normalize/denormalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { failureOf } from '../schema/failureOf.ts';
import { onFullStack } from '../../support/onFullStack.ts';
import { outcomeOf } from './outcomeOf.ts';

class Node extends Entity {
  id = 0;
  next: Node | undefined;
  list: Node[] = [];
  all: Node[] = [];
  static override key = 'Node';
  static override schema: Record<string, unknown> = {};
}
const allNodes = new All(Node);
Node.schema = { next: Node, list: [Node], all: allNodes };

/** A chain of `count` nodes. */
const chain = (count: number, link: (pk: string) => object) =>
  new Map([
    [
      'Node',
      new Map(
        Array.from({ length: count }, (_, id) => [
          String(id),
          { id, ...(id + 1 < count ? link(String(id + 1)) : {}) },
        ]),
      ),
    ],
  ]);

const links = [
  ['members', (next: string) => ({ next })],
  ['lists', (next: string) => ({ list: [next] })],
] as const;

describe('depth', () => {
  it.each(links)('of 400 entities in %s is allowed', (_name, link) => {
    let node = denormalize(Node, '0', chain(400, link));
    let count = 0;
    for (; node; node = node.next ?? node.list[0]) count++;
    expect(count).toBe(400);
  });

  it.each(links)('of 100,000 entities in %s fails with SB_DEPTH', (_name, link) => {
    const { code, message } = failureOf(() => denormalize(Node, '0', chain(100_000, link)));
    expect(code).toBe('SB_DEPTH');
    expect(message).toContain(
      `denormalize: entities nest more than ${MAX_DENORMALIZE_DEPTH} levels`,
    );
  });

  it.each(links)(
    'of entities in %s fails with SB_DEPTH if the caller left too little of the stack',
    (_name, link) => {
      const entities = chain(480, link);
      const outcomes = onFullStack(() => () => outcomeOf(() => denormalize(Node, '0', entities)));
      const started = outcomes.filter(({ free }) => free > 0.05);
      expect(new Set(started.map(({ outcome }) => outcome))).toEqual(new Set(['SB_DEPTH', 'done']));
    },
  );
});

describe('an All schema', () => {
  it('is one list per pass, also for its own members', () => {
    const entities = chain(3, (next) => ({ next, all: {} }));
    const { first, second } = denormalize(
      { first: allNodes, second: allNodes },
      { first: {}, second: {} },
      entities,
    )!;
    expect(second).toBe(first);
    expect(first?.map(({ id }) => id).sort()).toEqual([0, 1, 2]);
    for (const node of first!.slice(0, 2)) expect(node.all).toBe(first);
  });

  it('has no limit of entities that each contain the list', () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => [String(id), { id, all: {} }] as const);
    const all = denormalize(allNodes, {}, new Map([['Node', new Map(rows)]]));
    expect(all).toHaveLength(5_000);
    expect(all![4_999].all).toBe(all);
  });
});
