import { createStore } from 'streambed';

/** The store of the page. Components get it from the provider, streams import it. */
export const store = createStore();
