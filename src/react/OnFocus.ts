/** Calls `refetch` each time the screen gains focus; gives the function that stops it. */
export type OnFocus = (refetch: () => void) => () => void;
