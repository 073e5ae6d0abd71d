import type { ReactElement } from 'react';

/** What an error boundary of the stories shows: the message, and a button that tries again. */
export function ErrorPanel(props: { error: Error; resetErrorBoundary: () => void }): ReactElement {
  return (
    <div className="error-panel" role="alert">
      <h2>This could not be loaded</h2>
      <p>{props.error.message}</p>
      <button type="button" className="button" onClick={() => props.resetErrorBoundary()}>
        Retry
      </button>
    </div>
  );
}
