import { ArraySchema } from '../../../../src/data/schema/ArraySchema.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { entityPlan } from '../../../../src/data/schema/entity/entityPlan.ts';
import { FeedItem } from '../feedItems.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

class Article extends Entity {
  id = '';
  author = User.fromJS();
  editor: User | undefined;
  tags: string[] = [];
  at = new Date(0);
  static override key = 'Article';
  static override schema: Record<string, unknown> = {
    author: User,
    editor: User,
    tags: new ArraySchema(User),
    at: Date,
    toString: User,
  };
  get words() {
    return 1;
  }
  get title() {
    return '';
  }
  set title(_title: string) {}
}

describe('entityPlan', () => {
  it('lists the nested members and their properties', () => {
    const { key, nested } = entityPlan(Article);
    expect(key).toBe('Article');
    expect(
      nested.map(({ name, required, deserializes }) => [name, required, deserializes]),
    ).toEqual([
      ['author', true, false],
      ['editor', false, false],
      ['tags', true, false],
      ['at', true, true],
      ['toString', false, false],
    ]);
    expect(nested[0].schema).toBe(User);
  });

  it('contains the defaults of nested members, frozen in development', () => {
    const [author, editor, tags] = entityPlan(Article).nested.map(({ fallback }) => fallback);
    expect([author, editor, tags]).toEqual([User.fromJS(), undefined, []]);
    expect(Object.isFrozen(tags)).toBe(true);
    expect(entityPlan(Article).nested.at(-1)!.fallback).toBeUndefined();
  });

  it('lists the computed members, including those of base classes', () => {
    class Long extends Article {
      get length() {
        return 1;
      }
    }
    expect([...entityPlan(Long).computed].sort()).toEqual(['length', 'words']);
    expect(entityPlan(User).computed.size).toBe(0);
  });

  it('is made once', () => {
    expect(entityPlan(Article)).toBe(entityPlan(Article));
  });

  it('is made again for a class that gets another schema', () => {
    class Late extends Entity {
      static override key = 'Late';
      static override schema: Record<string, unknown> = {};
    }
    expect(entityPlan(Late).nested).toEqual([]);
    Late.schema = { user: User };
    expect(entityPlan(Late).nested.map(({ name }) => name)).toEqual(['user']);
  });

  it('is made once for a class whose schema is a getter', () => {
    const reads = jest.fn();
    class Lazy extends Entity {
      static override key = 'Lazy';
      static override get schema() {
        reads();
        return { next: Lazy };
      }
    }
    const plan = entityPlan(Lazy);
    expect(entityPlan(Lazy)).toBe(plan);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('is made for abstract classes', () => {
    expect(entityPlan(FeedItem).key).toBe('FeedItem');
  });
});
