import type { AnyAction } from './Action.ts';

/** The members by which actions are told apart in messages. */
type Named = AnyAction & {
  readonly name?: string;
  readonly keys?: readonly string[];
  readonly schema?: { readonly key?: string };
};

/** What an action is called in messages: its type, and what it is about. */
export function nameOfAction(action: AnyAction): string {
  const { type, name, keys, schema }: Named = action;
  if (name !== undefined) return `${type} ${name}`;
  if (keys) return `${type} of ${keys.length} keys`;
  return schema?.key === undefined ? type : `${type} ${schema.key}`;
}
