import { schema } from 'streambed';
import * as entry from 'streambed/schema';
import { All } from '../../src/schema/All.ts';
import { ArraySchema } from '../../src/schema/ArraySchema.ts';
import { Collection } from '../../src/schema/collection/Collection.ts';
import { Entity } from '../../src/schema/Entity.ts';
import { EntityMixin } from '../../src/schema/EntityMixin.ts';
import { Invalidate } from '../../src/schema/Invalidate.ts';
import { Lazy } from '../../src/schema/lazy/Lazy.ts';
import { ObjectSchema } from '../../src/schema/ObjectSchema.ts';
import { Query } from '../../src/schema/query/Query.ts';
import { Scalar } from '../../src/schema/scalar/Scalar.ts';
import { Union } from '../../src/schema/Union.ts';
import { Values } from '../../src/schema/Values.ts';

it('`schema` and `streambed/schema` give every schema its short name', () => {
  expect({ ...schema }).toEqual({ ...entry });
  expect({ ...entry }).toEqual({
    All,
    Array: ArraySchema,
    Collection,
    Entity,
    EntityMixin,
    Invalidate,
    Lazy,
    Object: ObjectSchema,
    Query,
    Scalar,
    Union,
    Values,
  });
});
