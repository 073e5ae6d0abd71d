/** Stands for a database: one object for all bundles of the server. */
const shared = globalThis as { visitor?: { id: string; name: string } };

export const visitor = (shared.visitor ??= { id: '1', name: 'Ann' });
