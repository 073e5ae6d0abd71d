import { createElement, type ReactElement } from 'react';
import {
  type ErrorBoundaryProps,
  ErrorBoundary as ReactErrorBoundary,
} from '../react/ErrorBoundary.ts';
import { ErrorFallback } from './ErrorFallback.ts';

/** Shows a fallback where a child threw, of native components if none is given. Its reset fetches again what failed, then renders the children. */
export function ErrorBoundary(props: ErrorBoundaryProps): ReactElement {
  const { fallbackComponent = ErrorFallback } = props;
  return createElement(ReactErrorBoundary, { ...props, fallbackComponent });
}
