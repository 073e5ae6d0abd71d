import { useState } from 'react';

/** A state that outlives the page, in the tab. */
export function useRemembered(
  key: string,
  initial: string,
): readonly [string, (value: string) => void] {
  const item = `stored-story-${key}`;
  const [value, setValue] = useState(() => sessionStorage.getItem(item) ?? initial);
  function remember(next: string): void {
    sessionStorage.setItem(item, next);
    setValue(next);
  }
  return [value, remember];
}
