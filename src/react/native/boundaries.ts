import { createElement, type ReactElement } from 'react';
import { Pressable, Text, View } from 'react-native';
import {
  type AsyncBoundaryProps,
  AsyncBoundary as ReactAsyncBoundary,
} from '../boundaries/AsyncBoundary.ts';
import {
  type ErrorBoundaryProps,
  type ErrorFallbackProps,
  ErrorBoundary as ReactErrorBoundary,
} from '../boundaries/ErrorBoundary.ts';

/**
 * A Suspense boundary within an {@link ErrorBoundary}. Default of `errorComponent`: native
 * components.
 */
export function AsyncBoundary(props: AsyncBoundaryProps): ReactElement {
  const { errorComponent = NativeFallback } = props;
  return createElement(ReactAsyncBoundary, { ...props, errorComponent });
}

/**
 * Shows a fallback where a child threw; default: native components. Its reset fetches the failed
 * reads again, then renders the children.
 */
export function ErrorBoundary(props: ErrorBoundaryProps): ReactElement {
  const { fallbackComponent = NativeFallback } = props;
  return createElement(ReactErrorBoundary, { ...props, fallbackComponent });
}

function NativeFallback(props: ErrorFallbackProps): ReactElement {
  const { error, resetErrorBoundary, className } = props;
  return createElement(
    View,
    { role: 'alert', className },
    createElement(Text, null, error.message),
    createElement(
      Pressable,
      { role: 'button', onPress: resetErrorBoundary },
      createElement(Text, null, 'Try again'),
    ),
  );
}
