/** Names this page to the server, which sends it the changes of all others. */
export const client = Math.random().toString(36).slice(2);
