import { createElement, type ReactElement } from 'react';
import {
  type AsyncBoundaryProps,
  AsyncBoundary as ReactAsyncBoundary,
} from '../react/AsyncBoundary.ts';
import { ErrorFallback } from './ErrorFallback.ts';

/** A Suspense boundary within an {@link ErrorBoundary}; the error is shown by native components if none is given. */
export function AsyncBoundary(props: AsyncBoundaryProps): ReactElement {
  const { errorComponent = ErrorFallback } = props;
  return createElement(ReactAsyncBoundary, { ...props, errorComponent });
}
