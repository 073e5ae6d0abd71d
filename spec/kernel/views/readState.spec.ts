import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { readSchema, readStored } from '../../../src/kernel/views/readState.ts';
import { ann, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';

class Owner extends Entity {
  id = '';
  item: Item | undefined;
  user = User.fromJS();
  static override key = 'Owner';
  static override get schema() {
    return { item: Item, user: User };
  }
}
class Item extends Entity {
  id = '';
  owner: Owner | undefined;
  all: Item[] = [];
  static override key = 'Item';
  static override get schema(): Record<string, unknown> {
    return { owner: Owner, all: allItems };
  }
}
const allItems = new All(Item);

let kit: GraphKit;

beforeEach(() => {
  kit = new GraphKit();
});

describe('a read of a state', () => {
  it('returns new values each time, which belong to the caller', () => {
    kit.set([User, ann]);
    const [one, two] = [1, 2].map(() => readSchema(kit.state, User, ['1']) as User);
    expect(one).toEqual(kit.view(User, '1').read());
    expect(two).not.toBe(one);
    expect(Object.isFrozen(one)).toBe(false);
  });

  it('keeps the identity in circles', () => {
    kit.set([Owner, { id: 'o', user: ann, item: { id: 'i', owner: 'o', all: [] } }]);
    const owner = readStored(kit.state, Owner, 'o', []) as Owner;
    expect(owner.item?.owner).toBe(owner);
    expect(owner.item?.all[0]).toBe(owner.item);
  });

  it('contains no instance of an entity that proved invalid', () => {
    kit.set([Owner, { id: 'o', user: ann, item: { id: 'i', owner: 'o', all: [] } }]);
    kit.remove(User, '1');
    const schema = { list: [Owner], item: Item, all: allItems };
    const read = readStored(kit.state, schema, { list: ['o'], item: 'i', all: {} }, []) as {
      list: Owner[];
      item?: Item;
      all: Item[];
    };
    expect(read.list).toEqual([]);
    expect(read.item?.owner).toBeUndefined();
    expect(read.all).toHaveLength(1);
    expect(read.all[0]).toBe(read.item);
    expect(read.item?.all).toBe(read.all);
  });

  it('has no value if a required entity was removed', () => {
    kit.set([Owner, { id: 'o', user: ann }]);
    expect(readSchema(kit.state, Owner, ['o'])).toBeInstanceOf(Owner);
    kit.remove(User, '1');
    expect(readSchema(kit.state, Owner, ['o'])).toBeUndefined();
  });
});
