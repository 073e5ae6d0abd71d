import fc from 'fast-check';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { INVALID } from '../../../src/data/schema/INVALID.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { GraphKit, type Reader } from '../../support/GraphKit.ts';
import { runs } from '../../support/runs.ts';

const unset: object = {};

/**
 * All hard cases at once: circles, required and optional members, lists, maps, members that throw.
 */
class Person extends Entity {
  id = '';
  text = '';
  best: Person | undefined = undefined;
  // Truthy, so that it is required.
  boss = unset as Person;
  friends: Person[] = [];
  byName: Record<string, Person> = {};
  static override readonly key = 'Person';
  static override get schema(): Record<string, unknown> {
    return { text: readText, best: Person, boss: Person, friends: [Person], byName: people };
  }
}

const people = new Values(Person);

function readText(text: string): string {
  if (text === 'bad') throw new Error('bad text');
  return text;
}

class Visitor extends Entity {
  id = '';
  host: Person | undefined = undefined;
  static override readonly key = 'Visitor';
  static override schema = { host: Person };
}

const ids = ['a', 'b', 'c', 'd'];

/** A value as text. A repeated entity is only named, so that circles end. */
function shapeOf(value: unknown, seen: readonly object[] = []): string {
  if (value === INVALID) return 'INVALID';
  if (typeof value !== 'object' || value === null) return String(value);
  const place = seen.indexOf(value);
  if (place >= 0) return `^${seen.length - place}`;
  const inside = [...seen, value];
  if (Array.isArray(value)) return `[${value.map((item) => shapeOf(item, inside)).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${name}:${shapeOf((value as Record<string, unknown>)[name], inside)}`);
  return `${value.constructor?.name ?? ''}{${members.join()}}`;
}

function read(reader: Reader<unknown>): string {
  try {
    return shapeOf(reader.read());
  } catch (error) {
    return `throws ${(error as Error).message}`;
  }
}

interface Looked {
  readonly schema: unknown;
  readonly stored: unknown;
}

const looks: Looked[] = [
  ...ids.map((id) => ({ schema: Person, stored: id })),
  { schema: Visitor, stored: 'a' },
  { schema: [Person], stored: ['a', 'b', 'a', 'c'] },
  { schema: [Visitor], stored: ['b', 'a'] },
  { schema: { one: Person, all: new All(Person) }, stored: { one: 'b', all: {} } },
  { schema: new All(Person), stored: {} },
  { schema: new All(Visitor), stored: {} },
];

const id = fc.constantFrom(...ids);
const maybeId = fc.oneof(id, fc.constant(null), fc.constant(undefined));
const person = fc.record(
  {
    text: fc.constantFrom('x', 'y'),
    best: maybeId,
    // A value with two reasons for not being shown has one of them, which may depend on the order
    // of the reads.
    trouble: fc.oneof(id, fc.constant('bad')),
    friends: fc.array(id, { maxLength: 3 }),
    byName: fc.dictionary(fc.constantFrom('m', 'n', '__proto__'), id),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('person' as const), id, value: person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('visitor' as const),
      id,
      value: fc.record({ host: maybeId }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reset' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('read' as const),
      which: fc.array(fc.nat(looks.length - 1), { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('leave' as const), which: fc.nat(looks.length - 1) }),
  },
);

/** The value of a first read of the table. */
function readAnew({ state }: GraphKit, { schema, stored }: Looked): string {
  const anew = new GraphKit();
  anew.graph.reset(state);
  return read(anew.view(schema, stored));
}

/** A required entity that may be missing, or a member that may throw. */
function troubled(
  { trouble, ...value }: { readonly trouble?: string; readonly [member: string]: unknown },
  kind: 'missing' | 'throws',
): object {
  if (trouble === undefined) return value;
  if (kind === 'missing') return trouble === 'bad' ? value : { ...value, boss: trouble };
  return trouble === 'bad' ? { ...value, text: 'bad' } : value;
}

it.each([
  ['some are missing', 'missing'],
  ['some throw', 'throws'],
] as const)('maintained values equal those of a new read: %s', (_title, kind) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const kit = new GraphKit();
      const readers = looks.map(({ schema, stored }) => kit.view(schema, stored));
      for (const one of steps) {
        switch (one.what) {
          case 'person':
            kit.set([Person, { id: one.id, ...troubled(one.value, kind) }]);
            break;
          case 'visitor':
            kit.set([Visitor, { id: one.id, ...one.value }]);
            break;
          case 'remove':
            // Removing a row that never existed does not change the table.
            if (kit.state.has('Person', one.id)) kit.remove(Person, one.id);
            break;
          case 'reset':
            kit.reset();
            break;
          case 'leave':
            readers[one.which].dispose();
            break;
          case 'read':
            for (const which of one.which) {
              expect(read(readers[which])).toBe(readAnew(kit, looks[which]));
            }
        }
      }
      expect(readers.map(read)).toEqual(looks.map((look) => readAnew(kit, look)));
      for (const reader of readers) reader.dispose();
      for (const pk of ids) {
        expect(kit.graph.entity(Visitor, pk, undefined).hasParents).toBe(false);
      }
    }),
    { numRuns: runs(500) },
  );
});
