import { scenario as e1 } from './e1OneRow.js';
import { scenario as e2 } from './e2SharedUser.js';
import { scenario as e3 } from './e3UnrelatedWrite.js';
import { scenario as e4 } from './e4MountUnmount.js';

/** The scenarios that run in a page, of jsdom or of a browser. They import nothing of Node. */
export const inPage = [e1, e2, e3, e4];
