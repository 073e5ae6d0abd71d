/** What an endpoint with a collection in its schema has beside. */
export type ListChange = 'push' | 'unshift' | 'assign' | 'remove' | 'move' | 'getPage';

/** The endpoint of a list, as far as the requests that change the list need it. */
export interface ListOwner {
  readonly name: string;
  readonly path: string;
  readonly movePath?: string | undefined;
  readonly optimistic?: boolean | undefined;
  readonly paginationField?: string | undefined;
  extend(options: object): object;
}

/** The argument that says which page, or what makes the arguments of the list out of those of the page. */
export type PageCursor = string | ((...args: never[]) => readonly unknown[]);

/** A place in a schema: gives the schema with something else there. */
export type PutInPlace = (part: unknown) => unknown;
