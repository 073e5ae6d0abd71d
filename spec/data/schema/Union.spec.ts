import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { failureOf } from './failureOf.ts';
import { Link, link, Post, post } from './feedItems.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

const item = new Union({ link: Link, post: Post }, 'type');

describe('Union', () => {
  it('chooses the class by a member', () => {
    expect(normalize(item, post(1)).result).toEqual({ id: '1', schema: 'post' });
    expect(readBack(item, post(1))).toEqual(Post.fromJS(post(1) as never));
    expect(readBack(item, link(1))).toBeInstanceOf(Link);
  });

  it('chooses the class by a function of the value, the object that contains it, and its name', () => {
    const attribute = jest.fn((value: Link | Post, _parent: unknown, _key?: string) => value.type);
    const input = { top: link(1) };
    const read = readBack({ top: new Union({ link: Link, post: Post }, attribute) }, input)!;
    expect(read.top).toBeInstanceOf(Link);
    expect(attribute.mock.calls).toEqual([[link(1), input, 'top']]);
  });

  it('keeps an unmapped value unchanged', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const ad = { type: 'ad' };
    expect(readBack(item, ad)).toBe(ad);
    expect(normalize(item, ad).entities.size).toBe(0);
    warn.mockRestore();
  });

  it('is undefined if the entity is missing', () => {
    expect(denormalize(item, { id: '1', schema: 'link' }, new Map())).toBeUndefined();
  });

  it.each([
    ['x', 'a string'],
    [5, 'a number'],
    [[], 'an array'],
  ])('rejects %p', (input, got) => {
    const { code, message } = failureOf(() => normalize({ top: item }, { top: input }));
    expect(code).toBe('SB_ANSWER_SHAPE');
    expect(message).toContain(`$.top: Expected an object for a union, got ${got}`);
  });

  it('names the path of an invalid value once', () => {
    const { message } = failureOf(() =>
      normalize({ top: new Union({ link: Link }, 'type') }, { top: { type: 'link' } }),
    );
    expect(message).toContain('at $.top: Link has no usable primary key');
  });

  it('define merges into the mapping given to the constructor', () => {
    const mapping = { link: Link } as { link: typeof Link; post: typeof Post };
    const union = new Union(mapping, 'type');
    union.define({ post: Post });
    expect(union.schema).toBe(mapping);
    expect(readBack(union, post(1))).toBeInstanceOf(Post);
  });

  it('requires an attribute and a mapping', () => {
    // @ts-expect-error the attribute is required
    expect(failureOf(() => new Union({ link: Link })).code).toBe('SB_SCHEMA_INVALID');
    // @ts-expect-error there is nothing to choose from
    expect(failureOf(() => new Union(Link, 'type')).code).toBe('SB_SCHEMA_INVALID');
  });
});

describe('queryKey of Union', () => {
  const { entities } = normalize([item], [link(1), post(2)]);

  it('finds the entity of the class that the argument names', () => {
    const { entities: both } = normalize([item], [link(1), post(1)]);
    expect(lookUp(item, [{ id: 1, type: 'post' }], both).stored).toEqual({
      id: '1',
      schema: 'post',
    });
  });

  it('finds the first known entity if the argument names no class', () => {
    expect(lookUp(item, [{ id: 2 }], entities).stored).toEqual({ id: '2', schema: 'post' });
    expect(lookUp(item, ['1'], entities).stored).toEqual({ id: '1', schema: 'link' });
    expect(lookUp(item, [{ id: 3 }], entities).stored).toBeUndefined();
  });

  it('finds no entity of another class than the argument names', () => {
    expect(lookUp(item, [{ id: 1, type: 'post' }], entities).stored).toBeUndefined();
  });

  it('finds nothing without an argument', () => {
    const byFunction = new Union({ link: Link, post: Post }, (value) => value.type);
    expect(lookUp(byFunction, [], entities).stored).toBeUndefined();
    expect(lookUp(byFunction, [null], entities).stored).toBeUndefined();
  });

  it('tries every class if the function throws for the argument', () => {
    const byFunction = new Union({ link: Link, post: Post }, (value) => value.type.toLowerCase());
    expect(lookUp(byFunction, [{ id: 2 }], entities).stored).toEqual({ id: '2', schema: 'post' });
  });
});
