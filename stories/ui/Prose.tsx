import type { ReactElement } from 'react';

/** Text in which `backticks` mark code. */
export function Prose({ text }: { text: string }): ReactElement {
  const parts = text.split('`');
  return (
    <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
