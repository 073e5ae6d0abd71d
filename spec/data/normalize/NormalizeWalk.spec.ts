import { MAX_NORMALIZE_DEPTH } from '../../../src/data/normalize/NormalizeWalk.ts';
import { MapWriter, normalize } from '../../../src/data/normalize/normalize.ts';
import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { failureOf } from '../schema/failureOf.ts';
import { onFullStack } from '../../support/onFullStack.ts';
import { outcomeOf } from './outcomeOf.ts';

class Node extends Entity {
  id = 0;
  next: Node | undefined;
  list: Node[] = [];
  map: Record<string, Node> = {};
  any: Node | undefined;
  static override key = 'Node';
  static override schema: Record<string, unknown> = {};
}
const anyNode = new Union({ node: Node }, (_value) => 'node');
Node.schema = { next: Node, list: [Node], map: new Values(Node), any: anyNode };

const box = new ObjectSchema<Record<string, unknown>>({ node: Node });
box.define({ box });
const lists: ArraySchema = new ArraySchema<unknown>('');
(lists as { schema: unknown }).schema = lists;
const maps: Values = new Values<unknown>('');
(maps as { schema: unknown }).schema = maps;

/** `levels` nested values. */
function nest(levels: number, wrap: (inner: object | undefined, level: number) => object): object {
  let value: object | undefined;
  for (let level = levels; level > 0; level--) value = wrap(value, level);
  return value!;
}

const shapes: readonly [string, unknown, (inner: object | undefined, level: number) => object][] = [
  ['entities', Node, (next, id) => ({ id, next })],
  ['lists of entities', Node, (inner, id) => ({ id, list: inner ? [inner] : [] })],
  ['maps of entities', Node, (inner, id) => ({ id, map: inner ? { x: inner } : {} })],
  ['unions', Node, (any, id) => ({ id, any })],
  ['objects', box, (inner) => (inner ? { box: inner } : {})],
  ['lists', lists, (inner) => (inner ? [inner] : [])],
  ['maps', maps, (inner) => (inner ? { x: inner } : {})],
];

describe('depth', () => {
  it.each(shapes)('of 100 %s is allowed', (_name, schema, wrap) => {
    expect(() => normalize(schema, nest(100, wrap))).not.toThrow();
  });

  it('of nested entities keeps every entity', () => {
    for (const [, schema, wrap] of shapes.slice(0, 4)) {
      const { entities } = normalize(schema, nest(200, wrap));
      expect(entities.get('Node')!.size).toBe(200);
    }
  });

  it.each(shapes)('of 100,000 %s fails with SB_DEPTH', (_name, schema, wrap) => {
    const { code, message } = failureOf(() => normalize(schema, nest(100_000, wrap)));
    expect(code).toBe('SB_DEPTH');
    expect(message).toContain(`The response nests more than ${MAX_NORMALIZE_DEPTH} levels.`);
    expect(message.length).toBeLessThan(400);
  });

  it('of data without a schema is not limited', () => {
    const extra = nest(100_000, (inner) => ({ inner }));
    const { entities } = normalize(Node, { id: 1, extra });
    expect((entities.get('Node')!.get('1') as { extra: object }).extra).toBe(extra);
  });

  it.each(shapes)('of the maximum of %s takes at most half of the stack', (_name, schema, wrap) => {
    const response = nest(MAX_NORMALIZE_DEPTH / 2 - 1, wrap);
    const outcomes = onFullStack(() => () => outcomeOf(() => normalize(schema, response)));
    const half = outcomes.filter(({ free }) => free > 0.5);
    expect(half.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    expect(outcomes.at(-1)!.free).toBeGreaterThan(0.9);
  });

  it.each(shapes)(
    'of %s fails with SB_DEPTH if the caller left too little of the stack',
    (_name, schema, wrap) => {
      const response = nest(MAX_NORMALIZE_DEPTH / 2 - 1, wrap);
      const outcomes = onFullStack(() => () => outcomeOf(() => normalize(schema, response)));
      expect(outcomes.filter(({ outcome }) => outcome === 'SB_DEPTH').length).toBeGreaterThan(0);
      // With less than five per cent of the stack there is no room for an error either.
      const started = outcomes.filter(({ free }) => free > 0.05);
      expect(new Set(started.map(({ outcome }) => outcome))).toEqual(new Set(['SB_DEPTH', 'done']));
    },
  );
});

describe('a cycle', () => {
  it('of entities ends', () => {
    const a: Record<string, unknown> = { id: 1 };
    const b: Record<string, unknown> = { id: 2, next: a, list: [a, a], any: a };
    a['next'] = b;
    a['map'] = { x: a };
    const { result, entities } = normalize(Node, a);
    expect(result).toBe('1');
    expect(entities.get('Node')).toEqual(
      new Map<string, object>([
        ['1', { id: 1, next: '2', map: { x: '1' } }],
        ['2', { id: 2, next: '1', list: ['1', '1'], any: { id: '1', schema: 'node' } }],
      ]),
    );
  });

  it('of entities ends also if each entity contains all others', () => {
    const all: Record<string, unknown>[] = Array.from({ length: 40 }, (_, id) => ({ id }));
    for (const node of all) Object.assign(node, { list: all, next: node });
    const { entities } = normalize([Node], all);
    const ids = all.map((_, id) => String(id));
    expect([...entities.get('Node')!.keys()].sort()).toEqual([...ids].sort());
    for (const [id, record] of entities.get('Node')!) {
      expect(record).toEqual({ id: Number(id), list: ids, next: id });
    }
  });

  it('of entities ends if process() makes the pk', () => {
    class Renamed extends Entity {
      static override key = 'Renamed';
      static override get schema() {
        return { next: Renamed };
      }
      static override process(input: { key: string; next: unknown }) {
        return { id: input.key, next: input.next };
      }
    }
    const a: Record<string, unknown> = { key: 'a' };
    a['next'] = { key: 'b', next: a };
    expect(normalize(Renamed, a).entities.get('Renamed')).toEqual(
      new Map([
        ['a', { id: 'a', next: 'b' }],
        ['b', { id: 'b', next: 'a' }],
      ]),
    );
  });

  it('may contain plain objects if it contains an entity', () => {
    class Page extends Entity {
      id = 0;
      box: unknown;
      static override key = 'Page';
      static override schema: Record<string, unknown> = {};
    }
    const pageBox = new ObjectSchema({ page: Page });
    Page.schema = { box: pageBox };
    const outer: Record<string, unknown> = {};
    outer['page'] = { id: 1, box: outer };
    expect(normalize(pageBox, outer).result).toEqual({ page: '1' });
    expect(normalize(pageBox, outer).entities.get('Page')!.get('1')).toEqual({
      id: 1,
      box: { page: '1' },
    });
  });

  it('of other objects fails with SB_CYCLE', () => {
    const self: Record<string, unknown> = {};
    self['box'] = self;
    const long: Record<string, unknown> = nest(100, (inner) => ({ box: inner })) as never;
    let last = long;
    while (last['box']) last = last['box'] as Record<string, unknown>;
    last['box'] = long;
    const list: unknown[] = [];
    list.push(list);
    // The sibling of the cycle is visited first, also at the greatest depth.
    const besides = new ObjectSchema<Record<string, unknown>>({ node: Node });
    besides.define({ box: besides });
    const beside: Record<string, unknown> = { node: { id: 1 } };
    beside['box'] = beside;
    for (const [schema, input] of [
      [box, self],
      [box, long],
      [lists, list],
      [besides, beside],
    ] as const) {
      const { code, message } = failureOf(() => normalize(schema, input));
      expect(code).toBe('SB_CYCLE');
      expect(message).toContain('An object that is not an entity contains itself.');
    }
  });

  it('in data without a schema is kept as it is', () => {
    const extra: Record<string, unknown> = {};
    extra['self'] = extra;
    const { entities } = normalize(Node, { id: 1, extra });
    expect((entities.get('Node')!.get('1') as { extra: object }).extra).toBe(extra);
  });

  it('is not assumed for one object that has two pks at two paths', () => {
    class Placed extends Entity {
      override pk(_parent?: unknown, key?: string) {
        return key;
      }
      static override key = 'Placed';
    }
    const same = { n: 1 };
    const { entities } = normalize(new Values(Placed), { a: same, b: same });
    expect([...entities.get('Placed')!.keys()]).toEqual(['a', 'b']);
  });
});

describe('the error of a walk', () => {
  it('names the subject, the path and the fix', () => {
    const options = { args: [], subject: 'GET /pages' };
    const { code, message } = failureOf(() =>
      new MapWriter().run({ pages: [{ author: Node }] }, { pages: [{ author: {} }] }, options),
    );
    expect(code).toBe('SB_PK_MISSING');
    expect(message).toMatch(
      /^GET \/pages: at \$\.pages\[0\]\.author: Node has no usable primary key \(members: none\)\. \[SB_PK_MISSING\] Return a non-empty string/,
    );
  });

  it('quotes names that are not identifiers', () => {
    const { message } = failureOf(() =>
      normalize(new Values(new Values(Node)), { 'a.b': { '': {} } }),
    );
    expect(message).toContain('at $["a.b"][""]: ');
  });

  it('shortens the middle of a long path', () => {
    const deep = nest(30, (inner) => (inner ? { box: inner } : { node: {} }));
    const { message } = failureOf(() => normalize(box, deep));
    expect(message).toContain(`at $${'.box'.repeat(12)} … .box.box.box.node: `);
  });

  it('has no cause if no other error caused it', () => {
    expect('cause' in failureOf(() => normalize(Node, {}))).toBe(false);
  });

  it('names the right path after a schema caught an error', () => {
    const lenient = {
      normalize(
        input: unknown,
        parent: unknown,
        key: string,
        delegate: { visit(schema: unknown, value: unknown, parent: unknown, key: string): unknown },
      ) {
        return (input as unknown[]).filter((item, i) => {
          try {
            delegate.visit([Node], [item], parent, `${key}${i}`);
            return true;
          } catch {
            return false;
          }
        });
      },
      denormalize: () => undefined,
      queryKey: () => undefined,
    };
    const input = { lenient: Array.from({ length: 1_000 }, () => ({})), node: {} };
    const { code, message } = failureOf(() => normalize({ lenient, node: Node }, input));
    expect([code, message]).toEqual(['SB_PK_MISSING', expect.stringContaining('at $.node: ')]);
  });
});
