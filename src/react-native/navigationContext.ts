import { type Context, createContext } from 'react';

/** What a screen of React Navigation has. */
export interface Navigation {
  addListener(type: 'focus', listener: () => void): () => void;
  isFocused(): boolean;
}

declare const require: (name: string) => unknown;

type NavigationContext = Context<Navigation | undefined>;

/**
 * The context in which React Navigation keeps what a screen has; an empty one in apps without it. Nothing else is loaded here: Metro passes over a
 * package that is missing if a call of `require` in a `try` names it, and older versions of it then mix up what comes after in the file.
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
