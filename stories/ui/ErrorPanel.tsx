import type { ReactElement } from 'react';
import { messageOf } from './messageOf.ts';
import { Prose } from './Prose.tsx';

/** The error component of the stories: the reason, and a button that tries again. */
export function ErrorPanel(props: { error: Error; resetErrorBoundary: () => void }): ReactElement {
  const { message } = props.error;
  const reason = messageOf(props.error);
  return (
    <div className="error-panel" role="alert">
      <h2>This could not be loaded</h2>
      <p>{reason}</p>
      {reason !== message && (
        <p className="note">
          <Prose text={message} />
        </p>
      )}
      <button type="button" className="button" onClick={() => props.resetErrorBoundary()}>
        Retry
      </button>
    </div>
  );
}
