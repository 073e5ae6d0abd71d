import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { EntityMixin } from '../../../src/data/schema/EntityMixin.ts';
import { isEntity } from '../../../src/data/schema/isEntity.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { failureOf } from './failureOf.ts';
import { readBack } from './readBack.ts';

class Person {
  id = '';
  name = 'nobody';
  friend: Person | undefined = undefined;

  get initial(): string {
    return this.name.slice(0, 1);
  }
}

class PersonEntity extends EntityMixin(Person) {
  static override key = 'Person';
  static override schema = { friend: PersonEntity };
}

describe('EntityMixin', () => {
  it('makes an entity whose instances are instances of the class', () => {
    const ann = readBack(PersonEntity, { id: '1', friend: { id: '2', name: 'Bob' } });
    expect(isEntity(PersonEntity)).toBe(true);
    expect(ann).toBeInstanceOf(Person);
    expect(ann).toBeInstanceOf(PersonEntity);
    expect([ann?.name, ann?.friend?.name, ann?.pk()]).toEqual(['nobody', 'Bob', '1']);
    expect(ann?.friend?.initial).toBe('B');
  });

  it('does not change the class', () => {
    const before = Object.getOwnPropertyNames(Person).sort();
    EntityMixin(Person, { key: 'Other', pk: 'name', schema: { friend: Person } });
    expect(Object.getOwnPropertyNames(Person).sort()).toEqual(before);
    expect('pk' in Person.prototype).toBe(false);
  });

  it('works in a store like any other entity', () => {
    const store = createStore();
    store.set(PersonEntity, { id: '1', name: 'Ann' });
    const ann = store.get(PersonEntity, '1');
    expect(ann?.initial).toBe('A');
    expect(store.get(PersonEntity, { id: 1 })).toBe(ann);
    store.set(PersonEntity, { id: '1', friend: '1' });
    expect(store.get(PersonEntity, '1')?.friend).toBe(store.get(PersonEntity, '1'));
  });

  it('makes another class for each call', () => {
    class A extends EntityMixin(Person, { key: 'A' }) {}
    class B extends EntityMixin(Person, { key: 'B' }) {}
    expect([A.key, B.key]).toEqual(['A', 'B']);
    expect(A.fromJS({ name: 'Ann' })).toBeInstanceOf(A);
    expect(A.fromJS()).not.toBeInstanceOf(B);
  });
});

describe('the primary key of a mixed entity', () => {
  class Plain {
    slug = '';
    lang = '';
  }

  it('is the member that the option names', () => {
    class Page extends EntityMixin(Plain, { pk: 'slug', key: 'Page' }) {}
    expect(normalize(Page, { slug: 'home' }).result).toBe('home');
    expect(Page.fromJS({ slug: 'home' }).pk()).toBe('home');
  });

  it('is the result of a function of the record, its parent, its name and the arguments', () => {
    const given: unknown[] = [];
    class Page extends EntityMixin(Plain, {
      pk: (page, ...rest) => {
        given.push(rest);
        return `${page.lang}/${page.slug}`;
      },
      key: 'Page',
    }) {}
    const input = { pages: [{ slug: 'home', lang: 'no' }] };
    expect(normalize({ pages: [Page] }, input, ['arg']).result).toEqual({ pages: ['no/home'] });
    expect(given).toEqual([[input, 'pages', ['arg']]]);
  });

  it('is the result of pk() if the class has it', () => {
    class WithPk extends Plain {
      pk() {
        return `own ${this.slug}`;
      }
    }
    class Page extends EntityMixin(WithPk, { key: 'Page' }) {}
    expect(normalize(Page, { slug: 'home' }).result).toBe('own home');
  });

  it('is required', () => {
    // @ts-expect-error -- nothing says what identifies it
    class Page extends EntityMixin(Plain, { key: 'Page' }) {}
    expect(failureOf(() => normalize(Page, { slug: 'home' })).code).toBe('SB_PK_MISSING');
  });
});

describe('the statics of a mixed entity', () => {
  class WithStatics {
    id = '';
    static key = 'of the class';
    static process(input: object) {
      return { ...input, by: 'class' };
    }
  }

  it('come from the subclass, then the options, then the class', () => {
    class FromClass extends EntityMixin(WithStatics) {}
    class FromOption extends EntityMixin(WithStatics, { key: 'of the option' }) {}
    class FromSubclass extends EntityMixin(WithStatics, { key: 'of the option' }) {
      static override key = 'of the subclass';
      static override process(input: object) {
        return { ...input, by: 'subclass' };
      }
    }
    expect([FromClass.key, FromOption.key, FromSubclass.key]).toEqual([
      'of the class',
      'of the option',
      'of the subclass',
    ]);
    const byOf = (entity: typeof FromClass) =>
      [...normalize(entity, { id: '1' }).entities.values()].flatMap((rows) => [...rows.values()]);
    expect(byOf(FromOption)).toEqual([{ id: '1', by: 'class' }]);
    expect(byOf(FromSubclass)).toEqual([{ id: '1', by: 'subclass' }]);
  });

  it('come from Entity otherwise', () => {
    class Mixed extends EntityMixin(Person) {}
    expect(Mixed.key).toBe('Mixed');
    expect(EntityMixin(Person).key).toBe('Person');
    expect([Mixed.indexes, Mixed.schema]).toEqual([Entity.indexes, Entity.schema]);
    expect(Mixed.merge({ a: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 });
    expect(Mixed.validate({})).toBeUndefined();
    expect(Mixed.defaults).toEqual(new Mixed());
  });

  it('take schemas and indexes from the options', () => {
    class Mixed extends EntityMixin(Person, {
      key: 'P',
      schema: { friend: PersonEntity },
      indexes: ['name'],
    }) {}
    const { result, entities } = normalize(Mixed, { id: '1', friend: { id: '2' } });
    expect(entities.get('P')?.get('1')).toEqual({ id: '1', friend: '2' });
    expect(denormalize(Mixed, result, entities)?.friend).toBeInstanceOf(PersonEntity);
    const store = createStore();
    store.set(Mixed, { id: '1', name: 'Ann' });
    expect(store.get(Mixed, { name: 'Ann' })?.id).toBe('1');
  });
});

it('rejects anything but a class', () => {
  expect(failureOf(() => EntityMixin((() => {}) as unknown as typeof Person)).code).toBe(
    'SB_SCHEMA_INVALID',
  );
});
