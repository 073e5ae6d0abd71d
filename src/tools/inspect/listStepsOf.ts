import { type ListStep, listSteps } from '../../data/schema/collection/listReasons.ts';
import type { CommitRecord } from './Recording.ts';

/**
 * Which entities a commit took out of lists of a `Collection` and let in, and why. Computed anew by each
 * call, at a cost that follows the members of the lists that changed.
 */
export function listStepsOf({ changes, snapshot }: CommitRecord): readonly ListStep[] {
  const previous = new Map<string, object | undefined>();
  for (const key of changes.keys()) {
    changes.forEach(key, (pk, _record, before) => previous.set(`${key}\0${pk}`, before));
  }
  const after = (key: string, pk: string): object | undefined => snapshot.entities.get(key, pk);
  const before = (key: string, pk: string): object | undefined => {
    const name = `${key}\0${pk}`;
    return previous.has(name) ? previous.get(name) : after(key, pk);
  };
  const steps: ListStep[] = [];
  for (const key of changes.keys()) {
    changes.forEach(key, (_pk, list, last) => {
      steps.push(...listSteps(key, list, last, before, after));
    });
  }
  return steps;
}
