/** The address of the API, seen from the server. */
export const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:4400';
