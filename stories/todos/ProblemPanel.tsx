import type { ReactElement } from 'react';

/** A change that failed, until it is dismissed. An empty text shows nothing. */
export function ProblemPanel({
  problem,
  onDismiss,
}: {
  problem: string;
  onDismiss: () => void;
}): ReactElement | null {
  if (problem === '') return null;
  return (
    <div className="error-panel todo-problem" role="alert">
      <p>{problem}</p>
      <button type="button" className="button quiet" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}
