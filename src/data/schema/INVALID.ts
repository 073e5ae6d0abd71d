/**
 * Stands for an entity in denormalized data that was removed or rejected by `validate()`. Users
 * never see it: containers drop it, and an entity that requires the member becomes invalid, too.
 */
export const INVALID: unique symbol = Symbol.for('streambed.invalid') as never;
