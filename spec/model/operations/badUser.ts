import { THROWN } from '../world/endpoints.ts';
import type { Damage } from './Operation.ts';

/** Makes a user that every store rejects. */
export function badUser(how: Damage): object {
  switch (how) {
    case 'bad user':
      return { id: '2', name: 'bad name' };
    case 'throws':
      return { id: '2', name: 'throws' };
    case 'throwing member':
      return {
        id: '2',
        get name(): string {
          throw new Error(THROWN);
        },
      };
    default:
      return { name: 'no id' };
  }
}
