/** Ten todos, newest first. A created one goes to the front, on the server and in the list. */
export const newest = { _sort: 'id', _order: 'desc', _limit: 10 } as const;
