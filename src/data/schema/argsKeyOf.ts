import { encodeKey } from '../../shared/encodeKey.ts';
import { entityPlan } from './entity/entityPlan.ts';
import { isEntity } from './isEntity.ts';
import type { SchemaMethods } from './Schema.ts';

type Args = readonly unknown[];

/** A key for the args of a read: reads with equal keys get equal values. */
type ArgsKey = (args: Args) => unknown;

/** By schema; `null` for schemas whose values depend on no args. */
const keys = new WeakMap<object, ArgsKey | null>();

/**
 * The part of the args that values of a schema depend on; `undefined` if they depend on none. It
 * consists of what the schema or schemas within it declare with `readsArgs`, and is determined once
 * for each schema object.
 */
export function argsKeyOf(schema: object): ArgsKey | undefined {
  let key = keys.get(schema);
  if (key === undefined) keys.set(schema, (key = makeKey(schema)));
  return key ?? undefined;
}

/** Whether values of a schema are the same for two reads. `undefined`: for reads without args. */
export function sameArgs(schema: object, a: Args | undefined, b: Args | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  const key = argsKeyOf(schema);
  return key?.(a) === key?.(b);
}

function makeKey(start: object): ArgsKey | null {
  const parts = new Set<ArgsKey>();
  // The loop also visits the schemas that it adds. Schemas may contain each other.
  const seen = new Set<unknown>([start]);
  for (const schema of seen) {
    if (isEntity(schema)) {
      for (const member of entityPlan(schema).nested) seen.add(member.schema);
    } else if (typeof schema === 'object' && schema !== null && keys.get(schema) !== null) {
      const { normalize, readsArgs, schema: inner } = schema as Partial<SchemaMethods>;
      if (typeof normalize !== 'function') {
        for (const member of Object.values(schema)) seen.add(member);
      } else if (readsArgs !== false) {
        seen.add(inner);
        if (readsArgs) parts.add(readsArgs === true ? encoded : readsArgs);
      }
    }
  }
  if (parts.size > 0) return keyOfParts([...parts]);
  // A schema that reads no args contains only schemas that read none.
  for (const schema of seen) if (Object(schema) === schema) keys.set(schema as object, null);
  return null;
}

/** Computes the key once for each array of args. */
function keyOfParts(parts: readonly ArgsKey[]): ArgsKey {
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
