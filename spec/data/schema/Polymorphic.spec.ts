import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { failureOf } from './failureOf.ts';
import { Link, Post } from './feedItems.ts';
import { readBack } from './readBack.ts';

const byType = new ArraySchema({ link: Link, post: Post }, 'type');

describe('a schema that chooses by an attribute', () => {
  it('is polymorphic', () => {
    expect(byType.isPolymorphic).toBe(true);
    expect(new ArraySchema(Link).isPolymorphic).toBe(false);
    expect(new ArraySchema({ link: Link }).isPolymorphic).toBe(false);
  });

  it('reads the attribute of objects only, and only if it is an own member', () => {
    expect(byType.attributeOf({ type: 'link' }, undefined, '')).toBe('link');
    expect(byType.attributeOf(Object.create({ type: 'link' }), undefined, '')).toBeUndefined();
    expect(byType.attributeOf('link', undefined, '')).toBeUndefined();
    expect(byType.attributeOf(null, undefined, '')).toBeUndefined();
  });

  it('finds mapped schemas by text or number, and no members that every object has', () => {
    expect(byType.mapped('link')).toBe(Link);
    expect(new ArraySchema({ 1: Link }, 'pk').mapped(1)).toBe(Link);
    for (const name of ['ad', 'constructor', '__proto__', undefined, null, {}]) {
      expect(byType.mapped(name)).toBeUndefined();
    }
  });

  it('maps names that are also members of every object', () => {
    const odd = new Values({ constructor: Link, ['__proto__']: Post }, 'pk');
    expect(odd.mapped('constructor')).toBe(Link);
    expect(odd.mapped('__proto__')).toBe(Post);
  });

  it('calls the function with a value alone, and takes a failure as no value', () => {
    const byFunction = new ArraySchema(
      { link: Link, post: Post },
      (item, parent) => (parent as { kind: string }).kind + item.type,
    );
    expect(byFunction.attributeAlone({ type: 'link' })).toBeUndefined();
    expect(byType.attributeAlone({ type: 'link' })).toBe('link');
    expect(byType.attributeAlone('link')).toBeUndefined();
    expect(byType.attributeAlone(undefined)).toBeUndefined();
  });

  it('does not call the function for items that are no objects', () => {
    const attribute = jest.fn((item: Link | Post) => item.type);
    const list = new ArraySchema({ link: Link, post: Post }, attribute);
    expect(readBack(list, ['text', 5, null])).toEqual(['text', 5]);
    expect(attribute).not.toHaveBeenCalled();
  });

  it('takes a module namespace as a mapping', () => {
    const module = Object.freeze(Object.assign(Object.create(null), { link: Link }));
    expect(new Union(module as { link: typeof Link }, 'type').mapped('link')).toBe(Link);
  });

  it('rejects an attribute without a mapping', () => {
    for (const make of [
      () => Reflect.construct(ArraySchema, [Link, 'type']),
      () => Reflect.construct(Values, [[Link], 'type']),
      () => Reflect.construct(Union, [new ArraySchema(Link), 'type']),
    ]) {
      expect(failureOf(make).message).toContain('has a schemaAttribute but no mapping');
    }
  });

  it('cannot be extended without a mapping', () => {
    expect(failureOf(() => new ArraySchema(Link).define({ post: Post })).code).toBe(
      'SB_SCHEMA_INVALID',
    );
  });
});
