import type { ChangeSet } from '../../src/features/changes/ChangeSet.ts';

/**
 * A set as text: `*` reset, `+x=1` add, `~x=2` update, `-x` remove. Sorted sets have indices, as in
 * `+x=1@0` and `~x=2@0>3`.
 */
export function showChanges(set: ChangeSet<unknown, unknown>): string {
  const shown = set.changes.map((change) => {
    const { from, index } = change as { from?: number; index?: number };
    const places = [from, index].filter((place) => place !== undefined);
    const at = places.length > 0 ? `@${[...new Set(places)].join('>')}` : '';
    if (change.type === 'remove') return `-${String(change.key)}${at}`;
    const sign = change.type === 'add' ? '+' : '~';
    return `${sign}${String(change.key)}=${JSON.stringify(change.value)}${at}`;
  });
  return (set.reset ? '*' : '') + shown.join('');
}
