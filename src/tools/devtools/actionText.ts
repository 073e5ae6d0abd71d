import type { Action } from '../../kernel/store/Action.ts';
import { type Redactor, summaryOf } from './redact.ts';
import { counted, valueText } from './valueText.ts';

/** What an action did, in one line of plain words, without secrets. */
export function actionText(action: Action, redactor: Redactor): string {
  switch (action.type) {
    case 'fetch':
      return `${callText(action, redactor)} was requested`;
    case 'setResponse':
      return `${callText(action, redactor)} responded`;
    case 'setError':
      return `${callText(action, redactor)} failed with ${summaryOf(action.error)}`;
    case 'optimistic':
      return `${callText(action, redactor)} predicts its response`;
    case 'rollback':
      return `${callText(action, redactor)} failed, and its prediction is rolled back`;
    case 'set':
      return `${nameOfSchema(action.schema)} was set`;
    case 'invalidate':
      return `${counted(action.keys.length, 'key')} invalidated`;
    case 'expire':
      return `${counted(action.keys.length, 'key')} expired`;
    case 'collect': {
      let rows = 0;
      action.rows.forEach(() => rows++);
      const parts = [counted(action.keys.length, 'key'), counted(rows, 'entity', 'entities')];
      return `${parts.join(' and ')} garbage-collected`;
    }
    case 'hydrate': {
      const { results, rows } = action;
      const parts = [counted(results.length, 'key'), counted(rows.length, 'entity', 'entities')];
      return `${parts.join(' and ')} hydrated`;
    }
    case 'reset':
      return 'The store was reset';
    case 'edit':
      return `${action.entityKey} ${action.pk} was edited in devtools`;
    case 'travel':
      return action.version === undefined
        ? 'The present is shown'
        : `The state of commit ${action.version} is shown`;
  }
}

/** An endpoint with its args, such as `getUser({ id: '1' })`. */
export function callText(
  { name, args }: { readonly name: string; readonly args: readonly unknown[] },
  redactor: Redactor,
): string {
  const texts = args.map((arg, at) => valueText(redactor.plain(arg, [name, 'args', String(at)])));
  return `${name}(${texts.join(', ')})`;
}

/** The entity key of a schema, or the name of its class. Of an array, that of its items: `[User]`. */
export function nameOfSchema(schema: unknown): string {
  if (Array.isArray(schema)) return `[${nameOfSchema(schema[0])}]`;
  const { key, name } = Object(schema) as { readonly key?: unknown; readonly name?: unknown };
  const inferred = (Object(schema) as object).constructor.name;
  const named = [key, name, inferred].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  return named ?? 'A value';
}
