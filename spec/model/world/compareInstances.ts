import { isPlainObject } from '../../../src/shared/isPlainObject.ts';
import { User } from './endpoints.ts';
import { show } from './show.ts';
import type { World } from './World.ts';

/** Equal data is the same object, for all observers and from operation to operation. */
export function compareInstances(world: World, problems: string[]): void {
  const { observers, watchers, known } = world;
  const seen = new Map<string, object>();
  const values = [
    ...observers.map(({ listener }) => [listener.name, listener.last?.data] as const),
    ...watchers.map(({ listener }) => [listener.name, listener.last] as const),
  ];
  const note = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const shown = `${name} ${show(value)}`;
    // Instances with a placeholder id.
    if (shown.includes('*')) return;
    const other = seen.get(shown) ?? known.get(shown);
    if (other && other !== value) problems.push(`${shown}: is another object than before`);
    seen.set(shown, value);
  };
  for (const [name, value] of values) {
    if (Array.isArray(value) || value instanceof User || isPlainObject(value)) note(name, value);
    for (const member of [value].flat()) if (member instanceof User) note('user', member);
  }
  known.clear();
  for (const [shown, value] of seen) known.set(shown, value);
}
