/**
 * The schemas under their short names: `schema.All`, `schema.Array`, `schema.Union` …
 *
 * @packageDocumentation
 */

export { All } from './All.ts';
export { ArraySchema as Array } from './ArraySchema.ts';
export { Collection } from './collection/Collection.ts';
export { Entity } from './Entity.ts';
export { EntityMixin } from './EntityMixin.ts';
export { Invalidate } from './Invalidate.ts';
export { Lazy } from './lazy/Lazy.ts';
export { ObjectSchema as Object } from './ObjectSchema.ts';
export { Query } from './query/Query.ts';
export { Scalar } from './scalar/Scalar.ts';
export { Union } from './Union.ts';
export { Values } from './Values.ts';
