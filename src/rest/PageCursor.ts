/** The argument that says which page, or what makes the arguments of the list out of those of the page. */
export type PageCursor = string | ((...args: never[]) => readonly unknown[]);
