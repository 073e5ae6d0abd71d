/** Calls `refetch` each time the screen gains focus. Returns the function that unsubscribes. */
export type OnFocus = (refetch: () => void) => () => void;
