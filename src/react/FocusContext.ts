import { createContext } from 'react';

/** Calls `refetch` each time the screen gains focus; gives the function that stops it. */
export type OnFocus = (refetch: () => void) => () => void;

/** How the hooks below learn that their screen gained focus; nothing without a {@link FocusScope}. */
export const FocusContext = createContext<OnFocus | undefined>(undefined);
