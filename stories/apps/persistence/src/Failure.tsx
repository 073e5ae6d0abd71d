import type { ErrorFallbackProps } from 'streambed/react';
import { messageOf } from './messageOf';

/** What an error boundary shows. The button fetches again what has failed. */
export function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
  return (
    <div className="failure" role="alert">
      <p>{messageOf(error)}</p>
      <button onClick={resetErrorBoundary}>Try again</button>
    </div>
  );
}
