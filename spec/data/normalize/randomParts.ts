import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Lazy } from '../../../src/data/schema/lazy/Lazy.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { Scalar } from '../../../src/data/schema/scalar/Scalar.ts';
import type { Schema } from '../../../src/data/schema/Schema.ts';

/**
 * A response, the value read from it and its stored form. Call both functions only when the whole
 * response is made.
 */
export interface Sample {
  readonly input: unknown;
  readonly read: () => unknown;
  readonly stored: () => unknown;
}

/** A schema with a function that makes responses for it. */
export interface Built {
  readonly schema: unknown;
  readonly sample: (random: Random) => Sample;
  /** Makes a response if the schema is that of a member of an entity. Default: `sample`. */
  readonly sampleMember?: (random: Random) => Sample;
}

/** The choices of one response. */
export interface Random {
  /** An integer from 0 to `max`. */
  nat(max: number): number;
  /** Any JSON. */
  json(): unknown;
}

/** The arguments of every response. */
export const args = [{ lens: 'x' }];

/** Any JSON, without a schema. */
export function data(): Built {
  return {
    schema: '',
    sample: (random) => {
      const input = random.json();
      return { input, read: () => input, stored: () => input };
    },
  };
}

/**
 * Columns of an entity, or one column if the schema is that of a member; `index` differs for each.
 */
export function scalar(index: number): Built {
  const lens = ([{ lens: of }]: readonly [{ lens: string }]) => of;
  class Columns extends Entity {
    static override key = 'Columns';
  }
  // Unique keys: columns with the same key would be merged.
  const key = `scalar ${index}`;
  let id = 0;
  return {
    schema: new Scalar({ key, lens, entity: Columns }),
    sample: (random) => {
      const input = { id: id++, value: random.json() };
      return { input, read: () => input, stored: () => [`${input.id}`, null, 'Columns'] };
    },
    sampleMember: (random) => {
      const input = random.json();
      return { input, read: () => input, stored: () => undefined };
    },
  };
}

/** An entity that is removed. */
export function invalidate(): Built {
  class Gone extends Entity {
    static override key = 'Gone';
  }
  return {
    schema: new Invalidate(Gone),
    sample: (random) => {
      const id = `${random.nat(3)}`;
      return { input: random.nat(1) ? { id } : id, read: () => undefined, stored: () => id };
    },
  };
}

/** A function of another value. */
export function query(of: Built): Built {
  // A query needs a schema that describes entities; literals do not.
  if (typeof of.schema !== 'object' && typeof of.schema !== 'function') return of;
  return {
    schema: new Query(of.schema as Schema, (value) => ({ queried: value })),
    sample: (random) => {
      const { input, read, stored } = of.sample(random);
      const queried = () => {
        const value = read();
        return value === undefined || value === null ? value : { queried: value };
      };
      return { input, read: queried, stored };
    },
  };
}

/** The stored form of another value. */
export function lazy(of: Built): Built {
  if (typeof of.schema !== 'object' && typeof of.schema !== 'function') return of;
  return {
    schema: new Lazy(of.schema as Schema),
    sample: (random) => {
      const { input, stored } = of.sample(random);
      return { input, read: stored, stored };
    },
  };
}
