import { createElement, type ReactElement } from 'react';
import { Pressable, Text, View } from 'react-native';
import type { ErrorFallbackProps } from '../react/ErrorBoundary.ts';

/** The text of the error and a button to try again, of native components. */
export function ErrorFallback({
  error,
  resetErrorBoundary,
  className,
}: ErrorFallbackProps): ReactElement {
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
