/** Ten todos, newest first: a created one stands in front, on the server as in the list. */
export const newest = { _sort: 'id', _order: 'desc', _limit: 10 } as const;
