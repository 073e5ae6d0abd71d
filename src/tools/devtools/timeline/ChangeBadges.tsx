/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { CommitRecord } from '../../inspect/Recording.ts';
import { formatCount } from '../components/format.ts';
import { changeCounts, changeText } from './entityChanges.ts';

/** How many entities a commit added, updated and removed: `User +1 ~2 −3`. */
export function ChangeBadges({ changes }: { readonly changes: CommitRecord['changes'] }): VNode {
  return (
    <>
      {changeCounts(changes).map((count) => (
        <span
          key={count.entityKey}
          class="change"
          title={`${count.entityKey}: ${changeText(count)}`}
        >
          {count.entityKey}
          <span class="visually-hidden">: {changeText(count)}</span>
          <span aria-hidden="true">
            {count.added > 0 && <span class="sign-added"> +{formatCount(count.added)}</span>}
            {count.updated > 0 && <span class="sign-updated"> ~{formatCount(count.updated)}</span>}
            {count.removed > 0 && <span class="sign-removed"> −{formatCount(count.removed)}</span>}
          </span>{' '}
        </span>
      ))}
    </>
  );
}
