import { Lineage } from '../../src/table/Lineage.ts';
import { TypeFamily } from '../../src/table/TypeFamily.ts';

describe('Lineage', () => {
  it('counts up', () => {
    const lineage = new Lineage();
    expect([lineage.takeOrdinal(), lineage.takeOrdinal(), lineage.takeOrdinal()]).toEqual([
      0, 1, 2,
    ]);
  });

  it('starts a type with the same family until it is renewed', () => {
    const lineage = new Lineage();
    const first = lineage.family('__proto__');
    expect(lineage.family('__proto__')).toBe(first);
    expect(lineage.family('User')).not.toBe(first);
    const second = new TypeFamily();
    lineage.renew('__proto__', second);
    expect(lineage.family('__proto__')).toBe(second);
    lineage.renew('__proto__');
    expect(lineage.family('__proto__')).not.toBe(second);
    expect(lineage.family('__proto__')).not.toBe(first);
  });
});
