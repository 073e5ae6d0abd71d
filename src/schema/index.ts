/** The schemas under their short names: `schema.All`, `schema.Array`, `schema.Union` … */
export { All } from './All.ts';
export { ArraySchema as Array } from './ArraySchema.ts';
export { Collection } from './Collection.ts';
export { Entity } from './Entity.ts';
export { EntityMixin } from './EntityMixin.ts';
export { Invalidate } from './Invalidate.ts';
export { Lazy } from './Lazy.ts';
export { ObjectSchema as Object } from './ObjectSchema.ts';
export { Query } from './Query.ts';
export { Scalar } from './Scalar.ts';
export { Union } from './Union.ts';
export { Values } from './Values.ts';
