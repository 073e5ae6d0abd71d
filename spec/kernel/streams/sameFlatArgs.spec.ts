import * as fc from 'fast-check';
import { encodeKey } from '../../../src/shared/encodeKey.ts';
import { sameFlatArgs } from '../../../src/kernel/streams/queryKey.ts';
import { runs } from '../../support/runs.ts';

const flat = fc.constantFrom('', '1', 1, -0, 0, '0', 'a', 1.5, '1.5');
const other = fc.constantFrom(undefined, null, true, NaN, Infinity, 1n, [], ['1'], new Date(0));
const member = fc.constantFrom('a', 'b', 'constructor', 'toString', '__proto__');
const objectOf = (value: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(member, value), { maxLength: 3 })
    .map((members): object => Object.fromEntries(members));
const args = fc.array(
  fc.oneof(flat, objectOf(flat), other, objectOf(fc.oneof(flat, other, objectOf(flat)))),
  { maxLength: 2 },
);

function isFlatValue(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function isFlat(list: readonly unknown[]): boolean {
  const [arg] = list;
  if (list.length !== 1) return false;
  if (isFlatValue(arg)) return true;
  const isObject = Object.prototype.toString.call(arg) === '[object Object]';
  return isObject && Object.values(arg as object).every(isFlatValue);
}

it('is true for flat arguments exactly if their keys are equal', () => {
  fc.assert(
    fc.property(args, args, (a, b) => {
      const isSame = isFlat(a) && isFlat(b) && encodeKey(a) === encodeKey(b);
      expect(sameFlatArgs(a, b)).toBe(isSame);
    }),
    { numRuns: runs(5_000) },
  );
});

it('is true for arguments and themselves exactly if they are flat', () => {
  fc.assert(fc.property(args, (a) => expect(sameFlatArgs(a, a)).toBe(isFlat(a))));
});

it('is false for instances of classes', () => {
  class Id {
    id = '1';
  }
  expect(sameFlatArgs([new Id()], [new Id()])).toBe(false);
});
