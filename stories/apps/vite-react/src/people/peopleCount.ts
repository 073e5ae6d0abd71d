import { changes, countChanges } from 'streambed/changes';
import { store } from '../store';
import { User } from './User';

/** The number of people in the store, with those that are being created. It fetches nothing. */
export const peopleCount$ = changes(store, User).pipe(countChanges());
