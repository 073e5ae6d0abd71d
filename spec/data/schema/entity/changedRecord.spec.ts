import { changedRecord } from '../../../../src/data/schema/entity/changedRecord.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';

class User extends Entity {
  id = '';
  name = '';
  age = 0;
  team: string | null = null;
  static override key = 'User';
}

class Named extends Entity {
  slug = '';
  override pk() {
    return this.slug;
  }
  static override key = 'Named';
}

describe('changedRecord', () => {
  it.each<[string, unknown, unknown, object | undefined]>([
    ['takes parameters in the types of the members', { id: 1, age: '5' }, {}, { id: '1', age: 5 }],
    ['lays the body over them', { id: 1, name: 'a' }, { name: 'b' }, { id: '1', name: 'b' }],
    ['leaves parameters that are no members', { id: 1, group: 2 }, { x: 3 }, { id: '1', x: 3 }],
    ['leaves text that is no number', { id: '1', age: '05' }, {}, { id: '1', age: '05' }],
    ['takes members without a type as they come', { id: '1', team: 5 }, {}, { id: '1', team: 5 }],
    ['needs no body', { id: '1' }, undefined, { id: '1' }],
    ['takes the key out of the body', undefined, { id: '7' }, { id: '7' }],
    ['gives nothing without a key', { userId: 1 }, { name: 'a' }, undefined],
    ['gives nothing for text', { id: 1 }, '{"name":"a"}', undefined],
    ['gives nothing for an array', { id: 1 }, [{ name: 'a' }], undefined],
    ['gives nothing for a stream', { id: 1 }, new Blob(['x']).stream(), undefined],
    ['gives nothing for a form', { id: 1 }, new FormData(), undefined],
    ['gives nothing for search parameters', { id: 1 }, new URLSearchParams('name=a'), undefined],
    ['gives nothing for a file', { id: 1 }, new File(['x'], 'x'), undefined],
  ])('%s', (_, params, body, record) => {
    expect(changedRecord(User, params, body)).toEqual(record);
  });

  it('reads instances of classes', () => {
    const given = User.fromJS({ id: '1', name: 'Ann' });
    expect(changedRecord(User, { id: 1 }, given)).toMatchObject({ id: '1', name: 'Ann' });
  });

  it('uses pk() of the class', () => {
    expect(changedRecord(Named, { slug: 'a' }, {})).toEqual({ slug: 'a' });
    expect(changedRecord(Named, { id: 'a' }, {})).toBeUndefined();
  });
});
