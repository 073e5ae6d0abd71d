import {
  jsonOf,
  parseRecord,
  parseValue,
  withMember,
} from '../../../src/tools/devtools/entities/editedRecord.ts';
import { seededRandom } from '../../support/seededRandom.ts';

function randomJson(random: () => number, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 4 : 6));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return Math.round(random() * 1e6) / 7;
  if (kind === 3) return `text "${random()}"\n`;
  const members = Array.from({ length: Math.floor(random() * 4) }, () =>
    randomJson(random, depth + 1),
  );
  return kind === 4 ? members : Object.fromEntries(members.entries());
}

describe('the JSON of an edited value', () => {
  it.each(Array.from({ length: 50 }, (_, seed) => seed))(
    'is read as the value (seed %i)',
    (seed) => {
      const value = randomJson(seededRandom(seed));
      expect(parseValue(jsonOf(value) ?? '')).toEqual({ value });
    },
  );

  it('does not exist for values of which JSON loses a part', () => {
    class Money {
      amount = 1;
    }
    const others = [undefined, new Date(0), new Money(), NaN, Infinity, 5n, new Map(), () => 1];
    for (const value of others) {
      expect(jsonOf(value)).toBeUndefined();
      expect(jsonOf({ nested: [value] })).toBeUndefined();
    }
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(jsonOf(circular)).toBeUndefined();
  });

  it('has a problem in words if it is empty, broken, or no record', () => {
    expect(parseValue(' ')).toEqual({ problem: expect.stringContaining('Write a JSON value') });
    expect(parseValue('{ a: 1 }')).toEqual({ problem: expect.stringContaining('no JSON') });
    for (const text of ['[]', 'null', '"text"', '7']) {
      expect(parseRecord(text)).toEqual({ problem: expect.stringContaining('object') });
    }
    expect(parseRecord('{ "id": "1" }')).toEqual({ value: { id: '1' } });
  });

  it('replaces one member and keeps the others as they are', () => {
    const at = new Date(0);
    const record = { id: '1', at, name: 'Ann' };
    const next = withMember(record, 'name', 'Bo');
    expect(next).toEqual({ id: '1', at, name: 'Bo' });
    expect(Object.keys(next)).toEqual(Object.keys(record));
    expect(Reflect.get(next, 'at')).toBe(at);
    expect(record.name).toBe('Ann');
  });
});
