import type { EntityClass } from './EntityClass.ts';
import { usablePk } from './usablePk.ts';

/**
 * The primary key that an argument of a call names: a bare id itself, else the result of `pk`. An
 * argument is no record, so `pk` may throw; it then names nothing.
 */
export function pkOfArgument(
  entity: EntityClass,
  argument: unknown,
  args: readonly unknown[],
): string | undefined {
  if (typeof argument !== 'object') return usablePk(argument);
  if (argument === null) return undefined;
  try {
    return usablePk(entity.pk(argument, undefined, '', args), argument);
  } catch {
    return undefined;
  }
}
