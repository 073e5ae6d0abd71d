import { Component, type ComponentType, createElement, type ReactNode } from 'react';
import { asError } from '../../shared/asError.ts';
import { retryFailed } from '../suspense/SuspenseResource.ts';

/** Props of the component that replaces failed children. */
export interface ErrorFallbackProps {
  readonly error: Error;
  /** Fetches the failed reads again, then renders the children. */
  readonly resetErrorBoundary: () => void;
  readonly className?: string | undefined;
}

/** Props of {@link ErrorBoundary}. */
export interface ErrorBoundaryProps {
  readonly children?: ReactNode;
  /** Default: the text of the error and a button to try again. */
  readonly fallbackComponent?: ComponentType<ErrorFallbackProps> | undefined;
  /** Passed on to the fallback. */
  readonly className?: string | undefined;
  /**
   * Called with the function that resets the error: on mount, and when `listen` itself changes.
   * Returns the function that unsubscribes. For routers: reset on navigation.
   */
  readonly listen?: ((reset: () => void) => () => void) | undefined;
}

interface State {
  readonly error: Error | undefined;
}

/**
 * Shows a fallback where a child threw. Its reset fetches the failed reads again, then renders the
 * children. React logs the error, unless its root has an `onCaughtError` (React 19).
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: undefined };
  #unlisten: (() => void) | undefined;

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: asError(thrown) };
  }

  override componentDidMount(): void {
    this.#unlisten = this.props.listen?.(this.reset);
  }

  override componentDidUpdate({ listen }: ErrorBoundaryProps): void {
    if (listen === this.props.listen) return;
    this.#unlisten?.();
    this.#unlisten = this.props.listen?.(this.reset);
  }

  override componentWillUnmount(): void {
    this.#unlisten?.();
  }

  readonly reset = (): void => {
    const { error } = this.state;
    if (!error) return;
    retryFailed(error);
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { fallbackComponent = DefaultFallback, className } = this.props;
    return createElement(fallbackComponent, { error, resetErrorBoundary: this.reset, className });
  }
}

function DefaultFallback({ error, resetErrorBoundary, className }: ErrorFallbackProps): ReactNode {
  return createElement(
    'div',
    { role: 'alert', className },
    createElement('p', null, error.message),
    createElement('button', { type: 'button', onClick: resetErrorBoundary }, 'Try again'),
  );
}
