import { Entity } from '../../src/schema/Entity.ts';
import { Invalidate } from '../../src/schema/Invalidate.ts';
import { Lazy } from '../../src/schema/Lazy.ts';
import { Query } from '../../src/schema/Query.ts';
import { Scalar } from '../../src/schema/Scalar.ts';
import type { Schema } from '../../src/schema/Schema.ts';

/** What an answer holds, how it has to be read, and in which form it has to be stored; both are called when the whole answer is made. */
export interface Sample {
  readonly input: unknown;
  readonly read: () => unknown;
  readonly stored: () => unknown;
}

/** A schema with the means to make answers for it. */
export interface Built {
  readonly schema: unknown;
  readonly sample: (random: Random) => Sample;
  /** Likewise where the schema is that of a member of an entity; default: the same. */
  readonly sampleMember?: (random: Random) => Sample;
}

/** Choices of one answer. */
export interface Random {
  /** An integer from 0 to `max`. */
  nat(max: number): number;
  /** Any JSON. */
  json(): unknown;
}

/** The arguments of every answer. */
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

/** Columns of an entity, or one of them where it is a member; `place` is another one for each. */
export function scalar(place: number): Built {
  const lens = ([{ lens: of }]: readonly [{ lens: string }]) => of;
  class Columns extends Entity {
    static override key = 'Columns';
  }
  // One name each: columns of one kind would be joined.
  const key = `scalar ${place}`;
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

/** What a function makes of another value. */
export function query(of: Built): Built {
  // Literals describe nothing that a query could be made of.
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
