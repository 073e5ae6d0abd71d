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
    seed: 2,
    what: 'an entity does not join the list that it begins to match',
    within: 'ListShape.verdict',
    find: "if (isIn && isKnown && (!before || !wasIn)) return 'joins';",
    replace: '',
  },
  {
    seed: 2,
    what: 'an array as argument does not mean one of its values',
    within: 'matchesArgument',
    find: 'if (isSeveral) return (value as unknown[]).some((one) => isSame(one, member));',
    replace: 'if (isSeveral) return undefined;',
  },
  {
    seed: 2,
    what: 'an array as member does not contain its values',
    within: 'matchesArgument',
    find: 'return hasSeveral && (member as unknown[]).some((one) => isSame(value, one));',
    replace: 'return false;',
  },
  {
    seed: 2,
    what: 'what joins a sorted list comes last',
    within: 'inOrder',
    find: 'known.sort((a, b) => sort(a.record, b.record, args));',
    replace: '',
  },
  {
    what: 'a list follows its members although it has opted out',
    within: 'Collection.#makeRules',
    find: 'follows: follows && (!filtersCalls || filter !== undefined),',
    replace: 'follows: true,',
  },
  {
    seed: 2,
    what: 'a list with several values as argument is not found by one of them',
    within: 'ListShapes.tokensOf',
    find: 'if (Array.isArray(value)) for (const one of value) found.push(shape!.token(name, one));',
    replace: '',
  },
  {
    seed: 2,
    what: 'an entity is searched by one of its values only',
    within: 'ListShape.#tokensFor',
    find: '[...(member as unknown[]), member]',
    replace: '[member]',
  },
  {
    what: 'the list in an entity is another one than that of its arguments',
    within: 'listIdentity',
    find: "if (owner && nestKey) [source, named] = ['nestKey()', nestKey(owner as P, key as string)];",
    replace:
      "if (owner && nestKey) [source, named] = ['nestKey()', { ...nestKey(owner as P, key as string), key }];",
  },
  {
    what: 'a message changes a list that was requested later',
    within: 'isOlderThan',
    find: 'return delegate.sentSeq === undefined && ageOf(delegate, entityKey, pk) > 0;',
    replace: 'return false;',
  },
  {
    seed: 4,
    what: 'a list that arrives below newer records does not follow them',
    within: 'ListFollower.end',
    find: 'if (this.#outdated) this.#correct(this.#outdated.filter(isCorrected));',
    replace: '',
  },
  {
    seed: 2,
    what: 'a member whose sorted member changes does not move',
    within: 'changeMembers',
    find: 'if (sort(before, after!, args) !== 0) moved.push(member);',
    replace: '',
  },
  {
    what: 'what sorts after the last loaded member joins a list that is not complete',
    within: 'inOrder',
    find: 'if (hasNext) while (to > 0 && isBehind(known[to - 1])) to--;',
    replace: '',
  },
  {
    what: 'the number beside a list does not count what joins',
    within: 'differenceOf',
    find: "if (verdict === 'joins') difference++;",
    replace: "if (verdict === 'joins') difference += 0;",
  },
  {
    what: 'the number beside a list counts a removed entity',
    within: 'ListShape.verdict',
    find: 'let hasLeft = !after;',
    replace: 'let hasLeft = false;',
  },
  {
    seed: 2,
    what: 'a change lets an entity in that the server has left out of a list',
    within: 'ListShape.verdict',
    find: "if (isIn && isKnown && (!before || !wasIn)) return 'joins';",
    replace: "if (isIn && isKnown) return 'joins';",
  },
  {
    seed: 3,
    what: 'a removed member that is there again stays where it was',
    within: 'ListFollower.end',
    find: 'if (returns.length > 0) followReturns(row, returns, this.#walk);',
    replace: 'void returns;',
  },
];

/** Those that take more histories. */
export const listDefects: readonly Defect[] = [
  {
    what: 'an entity joins a list although its member was unknown before',
    within: 'ListShape.verdict',
    find: 'isKnown &&= was !== undefined || !before; wasIn &&= was !== false;',
    replace: 'wasIn &&= was === true;',
  },
  {
    what: 'an entity does not join the list whose filter it begins to pass',
    within: 'ListShape.verdict',
    find: "return is === true && (was === false || !before) ? 'joins' : undefined;",
    replace: 'return undefined;',
  },
  {
    what: 'a removed entity that a write brings back joins no list',
    within: 'changeMembers',
    find: 'if (verdict && joining.includes(update)) coming.push(refOf(row, update));',
    replace: '',
  },
  {
    what: 'a removed entity that a read brings back joins lists',
    within: 'followReturns',
    find: 'const joining = walk.isRead ? [] : returns;',
    replace: 'const joining = returns;',
  },
  {
    what: 'a list does not keep what its own response says',
    within: 'isDecided',
    find: 'return isOfWalk(delegate, entityKey, pk) || isOlderThan(delegate, entityKey, pk);',
    replace: 'return isOlderThan(delegate, entityKey, pk);',
  },
  {
    what: 'a list that arrives does not follow a later change of a record',
    within: 'followUpdates',
    find: 'keepListChange(walk, row.key, change, affected.size > 0, toAdd);',
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
    within: 'changeRow',
    find: 'writerOf(writer, { shouldUpdate: () => true })',
    replace: 'writer',
  },
];
