import type { ReactElement } from 'react';
import { addressOf, type Filter } from './useFilter.ts';

/** The part of the address that holds the filter, and a link to share. */
export function AddressBar({ filter }: { filter: Filter }): ReactElement {
  const params = new URLSearchParams(addressOf(filter));
  const shown = ['status', 'assignee'].filter((name) => params.has(name));
  return (
    <div className="address-bar">
      <button type="button" className="button quiet" onClick={() => history.back()}>
        ← Back
      </button>
      <code>{`/tickets?${shown.map((name) => `${name}=${params.get(name)}`).join('&')}`}</code>
      <a href={addressOf(filter)} target="_blank" rel="noreferrer">
        Open in a new tab
      </a>
    </div>
  );
}
