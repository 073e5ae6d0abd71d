import { All } from '../../src/schema/All.ts';
import { ArraySchema } from '../../src/schema/ArraySchema.ts';
import { Entity } from '../../src/schema/Entity.ts';
import { Invalidate } from '../../src/schema/Invalidate.ts';
import * as schema from '../../src/schema/namespace.ts';
import { ObjectSchema } from '../../src/schema/ObjectSchema.ts';
import { Union } from '../../src/schema/Union.ts';
import { Values } from '../../src/schema/Values.ts';

it('the namespace `schema` gives every schema its short name', () => {
  expect({ ...schema }).toEqual({
    All,
    Array: ArraySchema,
    Entity,
    Invalidate,
    Object: ObjectSchema,
    Union,
    Values,
  });
});
