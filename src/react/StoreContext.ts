import { createContext } from 'react';
import type { Store } from '../store/Store.ts';

/** Holds the store. Its value is the store itself, so it never changes with data. */
export const StoreContext = createContext<Store | undefined>(undefined);
