import { All } from '../schema/All.ts';
import { asWrapper, isScalar } from '../schema/asWrapper.ts';
import { isUnion } from '../schema/Polymorphic.ts';
import type { SchemaMethods } from '../schema/Schema.ts';

/** Whether a value has to be remembered by itself. Others are those of one node, or as they are stored. */
export function needsNode(schema: SchemaMethods, stored: unknown): stored is object {
  if (typeof stored !== 'object' || stored === null || isUnion(schema)) return false;
  if (schema instanceof All) return 'items' in stored;
  return asWrapper(schema)?.wraps !== 'lazy' && !isScalar(schema);
}
