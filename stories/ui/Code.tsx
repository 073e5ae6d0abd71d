import { highlight } from 'sugar-high';
import type { ReactElement } from 'react';

/** A source in colours. */
export function Code({ text }: { text: string }): ReactElement {
  // The markup is made of sources of this repository.
  return (
    <pre className="code" tabIndex={0} aria-label="Source">
      <code dangerouslySetInnerHTML={{ __html: highlight(text) }} />
    </pre>
  );
}
