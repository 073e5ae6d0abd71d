/**
 * Stands in denormalized data for an entity that was removed or did not pass `validate()`. It never reaches
 * users: containers drop it, an entity that requires the member becomes invalid itself.
 */
export const INVALID: unique symbol = Symbol.for('streambed.invalid') as never;
