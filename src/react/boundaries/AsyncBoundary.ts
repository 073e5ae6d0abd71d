import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react';
import { ErrorBoundary, type ErrorFallbackProps } from './ErrorBoundary.ts';
import { RevealingSuspense } from './RevealingSuspense.ts';

/** Props of {@link AsyncBoundary}. */
export interface AsyncBoundaryProps {
  readonly children?: ReactNode;
  /** Shown while children suspend. Default: nothing. */
  readonly fallback?: ReactNode;
  /** Shown where a child threw. Default: the text of the error and a button to try again. */
  readonly errorComponent?: ComponentType<ErrorFallbackProps>;
  /** Passed on to the error component as `className`. */
  readonly errorClassName?: string;
  /**
   * Called with the function that resets the error: on mount, and when `listen` itself changes.
   * Returns the function that unsubscribes.
   */
  readonly listen?: (reset: () => void) => () => void;
}

/**
 * A Suspense boundary within an {@link ErrorBoundary}: handles reads that are pending and reads
 * that failed.
 */
export function AsyncBoundary(props: AsyncBoundaryProps): ReactElement {
  const { children, fallback = null, errorComponent, errorClassName, listen } = props;
  return createElement(
    ErrorBoundary,
    {
      ...(errorComponent && { fallbackComponent: errorComponent }),
      ...(listen && { listen }),
      className: errorClassName,
    },
    createElement(RevealingSuspense, { fallback }, children),
  );
}
