import { mapOrdinals, MapSink } from '../../src/normalize/MapSink.ts';
import { Entity } from '../../src/schema/Entity.ts';

class User extends Entity {
  static override key = 'User';
}
class Post extends Entity {
  static override key = 'Post';
}

describe('MapSink', () => {
  it('holds the records by entity key and pk', () => {
    const sink = new MapSink();
    const record = { id: 'a' };
    sink.merge(User, 'a', record);
    expect(sink.entities).toEqual(new Map([['User', new Map([['a', record]])]]));
    expect(sink.entities.get('User')!.get('a')).toBe(record);
  });

  it('merges with the merge method of the class', () => {
    const sink = new MapSink();
    sink.merge(User, 'a', { id: 'a', n: 1 });
    sink.merge(User, 'a', { id: 'a', m: 2 });
    expect(sink.entities.get('User')!.get('a')).toEqual({ id: 'a', n: 1, m: 2 });
  });

  it('removes entities, also unknown ones', () => {
    const sink = new MapSink();
    sink.merge(User, 'a', { id: 'a' });
    sink.remove(User, 'a');
    sink.remove(User, 'unknown');
    expect(sink.entities).toEqual(new Map([['User', new Map()]]));
  });

  it('has an empty map for a declared class without entities', () => {
    const sink = new MapSink();
    sink.declareKind(User);
    expect(sink.entities).toEqual(new Map([['User', new Map()]]));
  });

  it('keeps one order across entity keys: merged records keep their ordinal, removed ones come last', () => {
    const sink = new MapSink();
    for (const [entity, pk] of [
      [User, 'a'],
      [Post, 'b'],
      [User, 'c'],
      [User, 'a'],
    ] as const) {
      sink.merge(entity, pk, { pk });
    }
    const ordinal = (entityKey: string, pk: string) =>
      mapOrdinals(sink.entities.get(entityKey)!).get(pk)!;
    expect([ordinal('User', 'a'), ordinal('Post', 'b'), ordinal('User', 'c')]).toEqual([0, 1, 2]);
    sink.remove(User, 'a');
    sink.merge(User, 'a', { pk: 'a' });
    expect(ordinal('User', 'a')).toBeGreaterThan(ordinal('User', 'c'));
  });
});
