import * as fc from 'fast-check';
import { deepArray, deepObject, specialNames } from './hostileData.ts';

const names = fc.oneof(
  fc.constantFrom(...specialNames),
  fc.constantFrom(
    'id',
    'type',
    'user',
    'results',
    'inner',
    'list',
    'friend',
    'posts',
    'author',
    'pk',
    'key',
  ),
  fc.constantFrom('', '0', '-1', 'length', 'then', 'toJSON', '\u0000', '\ud800', '__proto__.x'),
);

/** Primary keys as servers send them, valid and invalid. */
const ids = fc.oneof(
  fc.constantFrom<unknown>('1', 1, '0', 0, -0, 'a b', 'constructor', '__proto__'),
  fc.constantFrom<unknown>(null, '', true, 'null', 'undefined', 'NaN', '[object Object]', ' '),
  fc.constantFrom<unknown>(2 ** 53, -1e308, 5e-324, 1.5, {}, [], ['__proto__'], [['__proto__']]),
);

const leaves = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, '', 'user', 'post'),
  fc.constantFrom<unknown>(Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2, -(2 ** 63)),
  names,
  fc.jsonValue({ maxDepth: 2 }),
);

/** An object with own members of any name, as JSON.parse makes them. */
function fromMembers(members: readonly (readonly [name: string, value: unknown])[]): object {
  const made: object = {};
  for (const [name, value] of members) {
    Object.defineProperty(made, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return made;
}

const shallow = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'hostile' },
    { weight: 2, arbitrary: leaves },
    { weight: 4, arbitrary: tie('object') },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
  ),
  object: fc
    .tuple(
      fc.option(ids, { nil: undefined }),
      fc.option(fc.constantFrom('user', 'post', ...specialNames), { nil: undefined }),
      fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }),
    )
    .map(([id, type, members]) =>
      fromMembers([
        ...members,
        ...(id === undefined ? [] : [['id', id] as const]),
        ...(type === undefined ? [] : [['type', type] as const]),
      ]),
    ),
}));

const levels = fc.constantFrom(10, 150, 250, 600, 20_000);

/** Responses of a hostile server: odd names, odd ids, wrong shapes, great depth. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: shallow.object },
  { weight: 6, arbitrary: fc.array(shallow.object, { maxLength: 5 }) },
  { weight: 3, arbitrary: shallow.value },
  { weight: 1, arbitrary: levels.map(deepArray) },
  { weight: 1, arbitrary: levels.map(deepObject) },
  {
    weight: 1,
    arbitrary: fc.tuple(levels, names).map(([depth, name]) => {
      let value: unknown = { id: 'deep' };
      for (let level = 0; level < depth; level++)
        value = fromMembers([
          ['id', level],
          [name, value],
        ]);
      return value;
    }),
  },
);
