import { createElement, type ReactElement } from 'react';
import {
  type ErrorBoundaryProps,
  ErrorBoundary as ReactErrorBoundary,
} from '../react/ErrorBoundary.ts';
import { ErrorFallback } from './ErrorFallback.ts';

/**
 * Shows a fallback where a child threw; default: native components. Its reset fetches the failed
 * reads again, then renders the children.
 */
export function ErrorBoundary(props: ErrorBoundaryProps): ReactElement {
  const { fallbackComponent = ErrorFallback } = props;
  return createElement(ReactErrorBoundary, { ...props, fallbackComponent });
}
