import { startTransition, useEffect, useState } from 'react';
import { type Assignee, assignees, type Status, statuses } from '../tickets/Ticket.ts';

/** Which tickets the page shows. */
export interface Filter {
  readonly status: readonly Status[];
  readonly assignee: Assignee | undefined;
}

/**
 * The filter in the address of the page, `?status=open,pending&assignee=Amara`, and a function that
 * changes it. A change is an entry of the history.
 */
export function useFilter(): readonly [Filter, (filter: Filter) => void] {
  const [search, setSearch] = useState(location.search);

  useEffect(() => {
    const follow = (): void => startTransition(() => setSearch(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  function show(filter: Filter): void {
    history.pushState(null, '', addressOf(filter));
    startTransition(() => setSearch(location.search));
  }

  return [filterOf(search), show];
}

/** The address of this page with a filter. Storybook has parameters of its own. */
export function addressOf({ status, assignee }: Filter): string {
  const params = new URLSearchParams(location.search);
  params.set('status', status.join(','));
  if (assignee) params.set('assignee', assignee);
  else params.delete('assignee');
  return `?${params}`;
}

function filterOf(search: string): Filter {
  const params = new URLSearchParams(search);
  const named = params.get('status')?.split(',') ?? ['open', 'pending'];
  return {
    // In one order: the order of a list is part of the key.
    status: statuses.filter((status) => named.includes(status)),
    assignee: assignees.find((assignee) => assignee === params.get('assignee')),
  };
}
