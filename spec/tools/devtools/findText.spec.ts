import { findText } from '../../../src/tools/devtools/why/findText.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { inspectedStore } from '../inspect/support.ts';
import { Post, User } from '../../support/entities.ts';

class Place extends Entity {
  id = '';
  address: unknown = undefined;
  static override readonly key = 'Place';
}

function entities() {
  const { inspector, store } = inspectedStore();
  store.set(User, { id: '1', name: 'Ann Lee', email: 'ann@example.org' });
  store.set(User, { id: '2', name: 'Bob', email: 'bob@example.org' });
  store.set(User, { id: '3', name: 'Ann Lee' });
  store.set(Post, { id: '7', title: 'A letter from Ann Lee', author: '1' });
  return inspector.present().entities;
}

const found = (text: string, limit?: number): string[] =>
  findText(entities(), text, limit).map(
    ({ entityKey, fit, member, pk }) => `${fit} ${entityKey} ${pk} ${member}`,
  );

describe('the search of a text in the entities', () => {
  it('offers entities with an equal member before those with a part of the text', () => {
    expect(found('ann  LEE\n')).toEqual([
      'equal User 1 name',
      'equal User 3 name',
      'part Post 7 title',
    ]);
  });

  it('finds a value inside of a longer text, the longest first', () => {
    expect(found('Written by Ann Lee (ann@example.org)')).toEqual([
      'part User 1 email',
      'part User 3 name',
    ]);
  });

  it('offers the entity that a primary key names before those that refer to it', () => {
    expect(found('1')).toEqual(['equal User 1 id', 'equal Post 7 author']);
  });

  it('finds members of nested objects and numbers', () => {
    const { inspector, store } = inspectedStore();
    store.set(Place, { id: '1', address: { lines: ['Hill 7', 81] } });
    const { entities: table } = inspector.present();
    expect(findText(table, 'Hill 7')[0]).toMatchObject({ member: 'address.lines.0' });
    expect(findText(table, '81')[0]).toMatchObject({ member: 'address.lines.1', value: 81 });
  });

  it('finds nothing for an empty text, and does not look for parts of short ones', () => {
    expect(found(' ')).toEqual([]);
    expect(found('nn')).toEqual([]);
  });

  it('offers a limited number, the best of them', () => {
    expect(found('Ann Lee', 1)).toEqual(['equal User 1 name']);
  });
});
