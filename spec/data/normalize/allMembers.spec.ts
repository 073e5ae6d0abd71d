import { allRows } from '../../../src/data/normalize/allMembers.ts';
import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Link, Post } from '../schema/feedItems.ts';

class Issue extends Entity {
  kind = '';
  static override key = 'Ticket';
}
class Pull extends Entity {
  kind = '';
  static override key = 'Ticket';
}

const tables: Record<string, [pk: string, ordinal: number, record: object][]> = {
  Link: [
    ['1', 0, {}],
    ['3', 2, {}],
  ],
  Post: [['2', 1, {}]],
  Ticket: [
    ['4', 3, { kind: 'pull' }],
    ['5', 4, { kind: 'other' }],
  ],
};
const visitRecords = (
  kind: string,
  visit: (record: object, pk: string, ordinal: number) => void,
) => {
  for (const [pk, ordinal, record] of tables[kind] ?? []) visit(record, pk, ordinal);
};

const feed = new All({ link: Link, post: Post }, 'type');
const tickets = new All({ issue: Issue, pull: Pull }, 'kind');

describe('allRows', () => {
  it('returns the rows of all entity keys in their common order', () => {
    expect(allRows(feed, visitRecords)).toEqual([
      { entity: Link, pk: '1', ordinal: 0 },
      { entity: Post, pk: '2', ordinal: 1 },
      { entity: Link, pk: '3', ordinal: 2 },
    ]);
  });

  it('returns each row once if classes share an entity key, with the class of the attribute, else the first', () => {
    expect(allRows(tickets, visitRecords)).toEqual([
      { entity: Pull, pk: '4', ordinal: 3 },
      { entity: Issue, pk: '5', ordinal: 4 },
    ]);
  });
});

describe('classOf', () => {
  it('does not read the attribute if one class has the entity key', () => {
    const attribute = jest.fn(() => 'post');
    const all = new All({ link: Link, post: Post }, attribute);
    expect(all.classOf('Link')({})).toBe(Link);
    expect(attribute).not.toHaveBeenCalled();
  });
});

describe('the values of all rows', () => {
  class Member extends Entity {
    id = '';
    static override key = 'Member';
    static override validate({ isBad }: { isBad?: boolean }) {
      return isBad ? 'bad' : undefined;
    }
  }

  it('are in order, without those that are not valid', () => {
    const rows = [{ id: '1' }, { id: '2', isBad: true }, { id: '3' }];
    const entities = new Map([['Member', new Map(rows.map((row) => [row.id, row]))]]);
    expect(denormalize(new All(Member), {}, entities)?.map(({ id }) => id)).toEqual(['1', '3']);
  });
});
