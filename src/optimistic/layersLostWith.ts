import type { Layer } from './Layer.ts';
import { replacePlaceholders, seqOfPlaceholder } from './placeholderPk.ts';

/** The layer of a request that has failed, and those that refer to what it was to create. */
export function layersLostWith(layers: readonly Layer[], seq: number): ReadonlySet<Layer> {
  const lost = new Set(layers.filter((layer) => layer.seq === seq));
  for (const { seq: failed } of lost) {
    for (const layer of layers) {
      replacePlaceholders(layer.args, (placeholder) => {
        if (seqOfPlaceholder(placeholder) === failed) lost.add(layer);
      });
    }
  }
  return lost;
}
