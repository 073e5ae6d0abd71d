import type { Normalize } from '../schema/Denormalize.ts';

import { type EntityMaps, MapSink } from './MapSink.ts';
import { NormalizeWalk } from './NormalizeWalk.ts';

/**
 * Cuts `input` into entities, without a store. Returns `result`, the ids in the shape of the input,
 * and `entities`: entity key → pk → record. Throws a StreambedError that names the path if the
 * input does not match the schema. The input is not changed.
 */
export function normalize<S>(
  schema: S,
  input: unknown,
  args: readonly unknown[] = [],
): { result: Normalize<S>; entities: EntityMaps } {
  const sink = new MapSink();
  const result = new NormalizeWalk(sink, args, 'normalize').run(schema, input);
  // The cast holds: Normalize<S> describes what schemas store.
  return { result: result as Normalize<S>, entities: sink.entities };
}
