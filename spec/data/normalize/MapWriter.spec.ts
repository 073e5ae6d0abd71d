import { mapOrdinals } from '../../../src/data/normalize/entityMaps.ts';
import { MapWriter } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';

class User extends Entity {
  static override key = 'User';
}
class Post extends Entity {
  static override key = 'Post';
}

describe('MapWriter', () => {
  it('holds the records by entity key and pk', () => {
    const writer = new MapWriter();
    const record = { id: 'a' };
    writer.mergeEntity(User, 'a', record);
    expect(writer.entities).toEqual(new Map([['User', new Map([['a', record]])]]));
    expect(writer.entities.get('User')!.get('a')).toBe(record);
  });

  it('merges with the merge method of the class', () => {
    const writer = new MapWriter();
    writer.mergeEntity(User, 'a', { id: 'a', n: 1 });
    writer.mergeEntity(User, 'a', { id: 'a', m: 2 });
    expect(writer.entities.get('User')!.get('a')).toEqual({ id: 'a', n: 1, m: 2 });
  });

  it('removes entities, also unknown ones', () => {
    const writer = new MapWriter();
    writer.mergeEntity(User, 'a', { id: 'a' });
    writer.invalidate(User, 'a');
    writer.invalidate(User, 'unknown');
    expect(writer.entities).toEqual(new Map([['User', new Map()]]));
  });

  it('has an empty map for a declared class without entities', () => {
    const writer = new MapWriter();
    writer.declareKind(User);
    expect(writer.entities).toEqual(new Map([['User', new Map()]]));
  });

  it('keeps one order across entity keys: merged records keep their ordinal, removed ones come last', () => {
    const writer = new MapWriter();
    for (const [entity, pk] of [
      [User, 'a'],
      [Post, 'b'],
      [User, 'c'],
      [User, 'a'],
    ] as const) {
      writer.mergeEntity(entity, pk, { pk });
    }
    const ordinal = (entityKey: string, pk: string) =>
      mapOrdinals(writer.entities.get(entityKey)!).get(pk)!;
    expect([ordinal('User', 'a'), ordinal('Post', 'b'), ordinal('User', 'c')]).toEqual([0, 1, 2]);
    writer.invalidate(User, 'a');
    writer.mergeEntity(User, 'a', { pk: 'a' });
    expect(ordinal('User', 'a')).toBeGreaterThan(ordinal('User', 'c'));
  });
});
