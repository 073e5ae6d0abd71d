/** The schemas under their short names: `schema.All`, `schema.Array`, `schema.Union` … */
export { All } from './All.ts';
export { ArraySchema as Array } from './ArraySchema.ts';
export { Entity } from './Entity.ts';
export { Invalidate } from './Invalidate.ts';
export { ObjectSchema as Object } from './ObjectSchema.ts';
export { Union } from './Union.ts';
export { Values } from './Values.ts';
