import type { EntityClass } from '../schema/EntityClass.ts';
import type { Action } from './Action.ts';

/** What an action is called in messages: its type, and what it is about. */
export function nameOfAction(action: Action): string {
  if ('key' in action) return `${action.type} ${action.key}`;
  if ('keys' in action) return `${action.type} ${action.keys.join(', ')}`;
  return action.type === 'set' ? `set ${(action.schema as EntityClass).key ?? ''}` : action.type;
}
