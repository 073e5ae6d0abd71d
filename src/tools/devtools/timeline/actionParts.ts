import type { CommitRecord } from '../../inspect/Recording.ts';
import { callText, nameOfSchema } from '../actionText.ts';
import type { Redactor } from '../redact.ts';
import { counted, valueText } from '../valueText.ts';

/** What was done to a store. */
type Action = CommitRecord['actions'][number];

/** What an action is about, to be read after its type: `getUser({ id: '1' })`, `2 keys`. */
export function subjectOf(action: Action, redactor: Redactor): string {
  switch (action.type) {
    case 'fetch':
    case 'setResponse':
    case 'setError':
    case 'optimistic':
    case 'rollback':
      return callText(action, redactor);
    case 'set': {
      const name = nameOfSchema(action.schema);
      return action.args.length > 0 ? callText({ name, args: action.args }, redactor) : name;
    }
    case 'invalidate':
    case 'expire':
      return keysText(action.keys, redactor);
    case 'collect': {
      let rows = 0;
      action.rows.forEach(() => rows++);
      return partsText(action.keys.length, rows);
    }
    case 'hydrate':
      return partsText(action.results.length, action.rows.length);
    case 'edit':
      return `${action.entityKey} ${action.pk}`;
    case 'travel':
      return action.version === undefined ? 'the present' : `#${action.version}`;
    case 'reset':
      return 'all data';
  }
}

/** The endpoint keys that an action names. */
export function keysOfAction(action: Action): readonly string[] {
  if ('keys' in action) return action.keys;
  return 'key' in action ? [action.key] : [];
}

/** A value with its name. */
export interface Payload {
  readonly name: string;
  readonly value: unknown;
}

/** What an action brings: args, a response, a value, an error. */
export function payloadOf(action: Action): readonly Payload[] {
  const args: Payload[] =
    'args' in action && action.args.length > 0 ? [{ name: 'args', value: action.args }] : [];
  switch (action.type) {
    case 'setResponse':
      return [...args, { name: 'response', value: action.response }];
    case 'setError':
      return [...args, { name: 'error', value: action.error }];
    case 'set':
      return [...args, { name: 'value', value: action.value }];
    case 'edit':
      return [{ name: 'record', value: action.record }];
    case 'hydrate':
      return [
        { name: 'results', value: action.results },
        { name: 'rows', value: action.rows },
      ];
    default:
      return args;
  }
}

function keysText(keys: readonly string[], redactor: Redactor): string {
  return keys.length === 1 ? redactor.text(keys[0]) : counted(keys.length, 'key');
}

function partsText(keys: number, entities: number): string {
  const parts = [
    keys > 0 && counted(keys, 'key'),
    entities > 0 && counted(entities, 'entity', 'entities'),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' and ') : 'nothing';
}

/** The args of a call in one line; empty if there are none. */
export function argsText(args: readonly unknown[], redactor: Redactor): string {
  return args.map((arg, i) => valueText(redactor.plain(arg, ['args', String(i)]))).join(', ');
}
