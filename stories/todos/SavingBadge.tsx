import type { ReactElement } from 'react';

/** Whether all changes are saved, as a word and a colour. */
export function SavingBadge({ pending }: { pending: number }): ReactElement {
  return (
    <span aria-live="polite" className={pending > 0 ? 'badge stale' : 'badge valid'}>
      {pending > 0 ? `saving ${pending}` : 'saved'}
    </span>
  );
}
