import type { ReactElement, ReactNode } from 'react';
import { AsyncBoundary, type ErrorFallbackProps } from 'streambed/react';

/** An AsyncBoundary with visible states: `waiting`, or the error and a button `retry`. */
export function Boundary({
  children,
  onWait,
}: {
  readonly children?: ReactNode;
  /** Called whenever the fallback renders. */
  readonly onWait?: () => void;
}): ReactElement {
  return (
    <AsyncBoundary fallback={<Waiting onWait={onWait} />} errorComponent={Failure}>
      {children}
    </AsyncBoundary>
  );
}

function Waiting({ onWait }: { onWait: (() => void) | undefined }): ReactElement {
  onWait?.();
  return <i>waiting</i>;
}

function Failure({ error, resetErrorBoundary }: ErrorFallbackProps): ReactElement {
  return (
    <div>
      failed: {error.message}
      <button onClick={resetErrorBoundary} title="retry" />
    </div>
  );
}
