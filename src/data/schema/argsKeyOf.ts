import type { Args } from '../../shared/copyArgs.ts';
import { encodeKey } from '../../shared/encodeKey.ts';
import { entityPlan } from './entity/entityPlan.ts';
import { isEntity } from './isEntity.ts';
import type { SchemaMethods } from './Schema.ts';

/** Makes a key of the args of a read: reads with equal keys get equal values. */
type KeyOfArgs = (args: Args) => unknown;

/** By schema; `null` for schemas whose values depend on no args. */
const keyMakers = new WeakMap<object, KeyOfArgs | null>();

/**
 * Returns the function that makes a key of args for values of a schema; `undefined` if the values
 * depend on no args. The key has what the schema or schemas within it declare with `readsArgs`. It
 * is determined at the first read of a schema object, which must be complete by then.
 */
export function argsKeyOf(schema: object): KeyOfArgs | undefined {
  let key = keyMakers.get(schema);
  if (key === undefined) keyMakers.set(schema, (key = makeKey(schema)));
  return key ?? undefined;
}

/**
 * Whether a schema has the same value for the args `a` and `b`. `undefined` is a read without args,
 * equal only to another one.
 */
export function sameArgs(schema: object, a: Args | undefined, b: Args | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  const key = argsKeyOf(schema);
  return key?.(a) === key?.(b);
}

function makeKey(start: object): KeyOfArgs | null {
  const parts = new Set<KeyOfArgs>();
  // The loop also visits the schemas that it adds. Schemas may contain each other.
  const seen = new Set<unknown>([start]);
  for (const schema of seen) {
    if (isEntity(schema)) {
      for (const member of entityPlan(schema).nested) seen.add(member.schema);
    } else if (typeof schema === 'object' && schema !== null && keyMakers.get(schema) !== null) {
      const { normalize, readsArgs, schema: inner } = schema as Partial<SchemaMethods>;
      if (typeof normalize !== 'function') {
        for (const member of Object.values(schema)) seen.add(member);
        // Undefined: as the inner schemas declare. False: those do not count. True, a function: this one reads them, too.
      } else if (readsArgs !== false) {
        seen.add(inner);
        if (readsArgs) parts.add(readsArgs === true ? encoded : readsArgs);
      }
    }
  }
  if (parts.size > 0) return keyOfParts([...parts]);
  // A schema that reads no args contains only schemas that read none.
  for (const schema of seen) if (Object(schema) === schema) keyMakers.set(schema as object, null);
  return null;
}

/** Computes the key once for each array of args. */
function keyOfParts(parts: readonly KeyOfArgs[]): KeyOfArgs {
  const known = new WeakMap<Args, unknown>();
  const make = (args: Args): unknown => {
    if (parts.includes(encoded)) return encoded(args);
    return parts.length === 1 ? parts[0](args) : encoded(parts.map((part) => part(args)));
  };
  return (args) => {
    if (!known.has(args)) known.set(args, make(args));
    return known.get(args);
  };
}

/** A key for all args. Args that cannot be encoded are their own key. */
function encoded(args: Args): unknown {
  try {
    return encodeKey(args);
  } catch {
    return args;
  }
}
