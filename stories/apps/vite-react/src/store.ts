import { createStore } from 'streambed';
import { devtools } from 'streambed/devtools';

/** The store of the page. Components get it from the provider, streams import it. `devtools()` records in development only. */
export const store = createStore({ plugins: [devtools()] });
