import type { AnyAction } from './Action.ts';

/** The members that identify actions in messages. */
type Named = AnyAction & {
  readonly name?: string;
  readonly keys?: readonly string[];
  readonly schema?: { readonly key?: string };
};

/** The name of an action in messages: its type, and what it changes. */
export function nameOfAction(action: AnyAction): string {
  const { type, name, keys, schema }: Named = action;
  if (name !== undefined) return `${type} ${name}`;
  if (keys) return `${type} of ${keys.length} keys`;
  return schema?.key === undefined ? type : `${type} ${schema.key}`;
}
