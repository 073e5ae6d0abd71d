import type { Defect } from './Defect.ts';

/** Defects of lists that follow the records of their members; a few histories find them. */
export const quickListDefects: readonly Defect[] = [
  {
    what: 'an entity that no longer matches a list stays in it',
    within: 'ListShape.verdict',
    find: 'hasLeft ||= was === true && is === false;',
    replace: '',
  },
  {
    what: 'an entity does not join the list that it begins to match',
    within: 'ListShape.verdict',
    find: "if (isIn && isKnown && (!before || !wasIn)) return 'joins';",
    replace: '',
  },
];

/** Those that take more histories. */
export const listDefects: readonly Defect[] = [
  {
    what: 'a list does not keep what its own response says',
    within: 'isDecided',
    find: 'return isOfWalk(delegate, entityKey, pk) || isOlderThan(delegate, entityKey, pk);',
    replace: 'return isOlderThan(delegate, entityKey, pk);',
  },
  {
    what: 'a list that arrives does not follow a later change of a record',
    within: 'followUpdates',
    find: 'keepListChange(walk, row.key, change, toAdd, affected.size > 0);',
    replace: '',
  },
  {
    what: 'lists do not follow predictions',
    within: 'ListFollower.end',
    find: 'followUpdates(row, updates, affected, moves, this.#walk);',
    replace:
      'if (!this.#walk.draft.confirmed) followUpdates(row, updates, affected, moves, this.#walk);',
  },
  {
    what: 'two mutations that move different members have a list fetched once more',
    within: 'followWriterOf',
    find: 'return writerOf(writer, { shouldUpdate: () => true });',
    replace: 'return writer;',
  },
];
