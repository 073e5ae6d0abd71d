import { readEndpoint } from '../views/readState.ts';
import type { SetAction } from './Action.ts';
import type { StoreDraft } from './StoreDraft.ts';
import { TableSink } from './TableSink.ts';

/** Writes a value for a schema. An updater function is not called if there is no value. */
export function applySet(draft: StoreDraft, action: SetAction): void {
  const { schema, args, value } = action;
  let next = value;
  if (typeof value === 'function') {
    const previous = readEndpoint(draft, { schema }, args);
    if (previous === undefined) return;
    next = (value as (previous: unknown) => unknown)(previous);
  }
  new TableSink(draft, action).write(schema, next, { args, subject: 'set' });
}
