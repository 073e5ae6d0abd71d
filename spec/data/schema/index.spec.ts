import { schema } from 'streambed';
import * as entry from 'streambed/schema';
import { All } from '../../../src/data/schema/All.ts';
import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { EntityMixin } from '../../../src/data/schema/EntityMixin.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Lazy } from '../../../src/data/schema/lazy/Lazy.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { Scalar } from '../../../src/data/schema/scalar/Scalar.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';

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
