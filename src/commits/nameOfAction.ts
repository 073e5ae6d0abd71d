import type { EntityClass } from '../schema/EntityClass.ts';
import type { Action } from './Action.ts';

/** What an action is called in messages: its type, and what it is about. */
export function nameOfAction(action: Action): string {
  if ('name' in action) return `${action.type} ${action.name}`;
  if ('keys' in action) return `${action.type} of ${action.keys.length} keys`;
  return action.type === 'set' ? `set ${(action.schema as EntityClass).key ?? ''}` : action.type;
}
