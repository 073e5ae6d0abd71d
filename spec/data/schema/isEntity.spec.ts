import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { isEntity } from '../../../src/data/schema/isEntity.ts';
import { FeedItem, Link } from './feedItems.ts';

describe('isEntity', () => {
  it('is true for entity classes, including abstract ones', () => {
    expect([Entity, FeedItem, Link].every(isEntity)).toBe(true);
  });

  it('is false for other functions, schemas and instances', () => {
    const others = [Number, Date, () => 1, Map, new ArraySchema(Link), new Link(), null, 'pk'];
    expect(others.some(isEntity)).toBe(false);
  });
});
