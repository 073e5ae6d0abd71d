import { mapSource } from '../../../src/data/normalize/entityMaps.ts';
import { MapWriter } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';

class User extends Entity {
  static override key = 'User';
}
class Post extends Entity {
  static override key = 'Post';
}

const visits = (source: ReturnType<typeof mapSource>, entityKey: string) => {
  const seen: [string, object, number][] = [];
  source.forEach(entityKey, (record, pk, ordinal) => seen.push([pk, record, ordinal]));
  return seen;
};

describe('mapSource', () => {
  const writer = new MapWriter();
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  writer.mergeEntity(User, 'a', a);
  writer.mergeEntity(Post, 'b', b);
  writer.mergeEntity(User, 'c', c);

  it('finds records by entity key and pk', () => {
    const source = mapSource(writer.entities);
    expect(source.get('User', 'a')).toBe(a);
    expect(source.get('User', 'b')).toBeUndefined();
    expect(source.get('Nothing', 'a')).toBeUndefined();
  });

  it('visits the records of an entity key in order, with ordinals comparable across entity keys', () => {
    const source = mapSource(writer.entities);
    expect(visits(source, 'User')).toEqual([
      ['a', a, 0],
      ['c', c, 2],
    ]);
    expect(visits(source, 'Post')).toEqual([['b', b, 1]]);
    expect(visits(source, 'Nothing')).toEqual([]);
  });

  it('puts rows of maps made by hand last', () => {
    const source = mapSource(new Map([['User', new Map([['a', a]])]]));
    expect(visits(source, 'User')).toEqual([['a', a, Number.MAX_SAFE_INTEGER]]);
  });
});
