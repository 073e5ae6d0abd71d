/** The ways in which requests change a list. */
export type ListChange = 'push' | 'unshift' | 'assign' | 'remove' | 'move';
