import type { Defect } from './Defect.ts';

/** Defects of optimistic layers. */
export const layerDefects: readonly Defect[] = [
  {
    what: 'a response that names no user removes the placeholder, not the created user',
    within: 'Mutation.#resolveIds',
    find: 'this.args = args;',
    replace: `
      const before = this.args;
      this.args = args;
      if (this.args !== before) queueMicrotask(() => (this.args = before));
    `,
  },
  {
    what: 'a confirmed removal is undone in part',
    within: 'RowWriter.#isComplete',
    find: 'confirmed.get(this.schema.key, pk) ?? defaultsOf(this.schema)',
    replace: 'confirmed.get(this.schema.key, pk) ?? {}',
  },
  {
    what: 'a layer applies on top of the response to a later mutation',
    within: 'InFlight.has',
    find: 'return this.#known.brought.of(entityKey, pk) > this.seq;',
    replace: 'return false;',
  },
  {
    what: 'a layer applies below the response to an earlier mutation',
    within: 'InFlight.has',
    find: 'return this.#known.brought.of(entityKey, pk) > this.seq;',
    replace: 'return this.#known.brought.of(entityKey, pk) > 0;',
  },
  {
    what: 'an observer fetches what a pending removal hides',
    within: 'EndpointStream.waitsForLayers',
    find: 'return (this.awaitsLayers = isHidden &&',
    replace: 'return (this.awaitsLayers = false && isHidden &&',
  },
];
