import type { EntityClass } from './EntityClass.ts';
import { usablePk } from './usablePk.ts';

/**
 * The primary key that an argument of a call names: itself if it is a bare id, else what `pk` makes of it. An argument is no record:
 * a `pk` that cannot cope with it names nothing.
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
