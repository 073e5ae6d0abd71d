import { INVALID } from '../../../src/data/schema/INVALID.ts';

it('INVALID is the same for every copy of the library', () => {
  expect(INVALID).toBe(Symbol.for('streambed.invalid'));
});
