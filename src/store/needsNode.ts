import { All } from '../schema/All.ts';
import { Lazy } from '../schema/Lazy.ts';
import type { SchemaMethods } from '../schema/Schema.ts';
import { Scalar } from '../schema/Scalar.ts';
import { Union } from '../schema/Union.ts';

const DIRECT = [Union, Lazy, Scalar];

/** Whether a value has to be remembered by itself. Others are those of one node, or as they are stored. */
export function needsNode(schema: SchemaMethods, stored: unknown): stored is object {
  if (typeof stored !== 'object' || stored === null) return false;
  if (DIRECT.some((direct) => schema instanceof direct)) return false;
  return !(schema instanceof All) || 'items' in stored;
}
