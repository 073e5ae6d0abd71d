import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { resolveSchema } from '../../../src/data/schema/resolveSchema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { failureOf } from './failureOf.ts';
import { Link, Post } from './feedItems.ts';

describe('resolveSchema', () => {
  it('returns a schema that has the methods', () => {
    const union = new Union({ link: Link, post: Post }, 'type');
    expect(resolveSchema(union)).toBe(union);
    expect(resolveSchema(Link)).toBe(Link);
  });

  it('makes a list of [S], always the same one', () => {
    const shorthand = [Link];
    const resolved = resolveSchema(shorthand);
    expect(resolved).toBeInstanceOf(ArraySchema);
    expect((resolved as ArraySchema).schema).toBe(Link);
    expect(resolveSchema(shorthand)).toBe(resolved);
  });

  it('makes an object of { name: S }, always the same one', () => {
    const shorthand = { link: Link };
    const resolved = resolveSchema(shorthand);
    expect(resolved).toBeInstanceOf(ObjectSchema);
    expect((resolved as ObjectSchema).schema).toBe(shorthand);
    expect(resolveSchema(shorthand)).toBe(resolved);
  });

  it('treats an object as a shorthand if its normalize is no function', () => {
    expect(resolveSchema({ normalize: true })).toBeInstanceOf(ObjectSchema);
  });

  it.each([[[]], [[Link, Post]]])('rejects the shorthand %p', (shorthand) => {
    const { code, message } = failureOf(() => resolveSchema(shorthand));
    expect(code).toBe('SB_SCHEMA_INVALID');
    expect(message).toContain(`exactly one schema, got ${shorthand.length}`);
  });

  it.each(['', 0, false, null, undefined])('keeps values of the literal %p', (literal) => {
    const value = { id: 1 };
    const schema = resolveSchema(literal);
    expect(schema.normalize(value, undefined, '', undefined as never)).toBe(value);
    expect(schema.denormalize(value, undefined as never)).toBe(value);
    expect(schema.queryKey([1], undefined as never)).toBeUndefined();
  });
});
