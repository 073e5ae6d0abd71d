import { type Context, createContext } from 'react';

/** The navigation object of a screen of React Navigation. */
export interface Navigation {
  addListener(type: 'focus', listener: () => void): () => void;
  isFocused(): boolean;
}

declare const require: (name: string) => unknown;

type NavigationContext = Context<Navigation | undefined>;

/**
 * The context in which React Navigation keeps the navigation object of a screen; an empty context
 * in apps without it. This file loads nothing else: Metro ignores a missing package if `require` in
 * a `try` names it, but older versions of Metro then mix up the imports that follow in the file.
 */
export const navigationContext: NavigationContext =
  installed() ?? createContext<Navigation | undefined>(undefined);

function installed(): NavigationContext | undefined {
  try {
    const native = require('@react-navigation/native') as { NavigationContext?: NavigationContext };
    return native.NavigationContext;
  } catch {
    return undefined;
  }
}
