/** The part of React Native that this entry uses. Apps bring the types of their own version. */
declare module 'react-native' {
  import type { ComponentType, ReactNode } from 'react';

  interface ViewProps {
    readonly children?: ReactNode;
    readonly className?: string | undefined;
    readonly role?: 'alert' | 'button';
  }

  export const View: ComponentType<ViewProps>;
  export const Text: ComponentType<{ readonly children?: ReactNode }>;
  export const Pressable: ComponentType<ViewProps & { readonly onPress: () => void }>;

  export const AppState: {
    readonly currentState: string | null | undefined;
    addEventListener(
      type: 'change',
      listener: (state: string) => void,
    ): { remove(): void } | undefined;
  };
}
