'use client';

import type { ReactNode } from 'react';
import { AsyncBoundary, type ErrorFallbackProps } from 'streambed/react';
import { messageOf } from './messageOf';

/** Shows `name` while its children load, and a button if they fail. */
export function Boundary({ name, children }: { name: string; children: ReactNode }) {
  return (
    <AsyncBoundary fallback={<p className="note">Loading {name} …</p>} errorComponent={Failure}>
      {children}
    </AsyncBoundary>
  );
}

function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
  return (
    <div className="failure" role="alert">
      <p>{messageOf(error)}</p>
      <button onClick={resetErrorBoundary}>Try again</button>
    </div>
  );
}
