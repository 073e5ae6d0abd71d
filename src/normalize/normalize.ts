import type { Normalize } from '../schema/Normalize.ts';

import { type EntityMaps, MapSink } from './MapSink.ts';
import { NormalizeWalk } from './NormalizeWalk.ts';

/**
 * Cuts `input` into entities, without a store. Gives `result`, the ids in the shape of the input, and `entities`: kind → pk → record.
 * Throws a StreambedError that names the place if the input does not have the shape of the schema; `input` is not changed.
 */
export function normalize<S>(
  schema: S,
  input: unknown,
  args: readonly unknown[] = [],
): { result: Normalize<S>; entities: EntityMaps } {
  const sink = new MapSink();
  const result = new NormalizeWalk(sink, args, 'normalize').run(schema, input);
  // The cast holds: what schemas store is what Normalize<S> describes.
  return { result: result as Normalize<S>, entities: sink.entities };
}
