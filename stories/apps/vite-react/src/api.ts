/** Start of all paths. Vite passes them on to the server, see vite.config.ts. */
export const urlPrefix = '/api';
