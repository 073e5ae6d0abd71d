import { createElement, type ReactElement } from 'react';
import {
  type AsyncBoundaryProps,
  AsyncBoundary as ReactAsyncBoundary,
} from '../react/AsyncBoundary.ts';
import { ErrorFallback } from './ErrorFallback.ts';

/**
 * A Suspense boundary within an {@link ErrorBoundary}. Default of `errorComponent`: native
 * components.
 */
export function AsyncBoundary(props: AsyncBoundaryProps): ReactElement {
  const { errorComponent = ErrorFallback } = props;
  return createElement(ReactAsyncBoundary, { ...props, errorComponent });
}
