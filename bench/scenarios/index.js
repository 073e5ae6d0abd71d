import { contenders } from '../contenders/catalogue.js';
import { scenario as a1 } from './a1LoadEmpty.js';
import { scenario as a2 } from './a2Refetch.js';
import { scenario as a4 } from './a4RefetchAndRead.js';
import { scenario as b1 } from './b1ReadCold.js';
import { scenario as b2 } from './b2ReadAgain.js';
import { scenario as b3 } from './b3ReadAfterPatch.js';
import { scenario as c1 } from './c1Patch.js';
import { scenario as c2 } from './c2PatchAndRead.js';
import { scenario as d1 } from './d1PatchWatched.js';
import { scenario as d2 } from './d2Subscribe.js';

/** In the order of the report. */
export const scenarios = [a1, a2, a4, b1, b2, b3, c1, c2, d1, d2].map((scenario) => ({
  adapters: 'contenders',
  contenders,
  ...scenario,
}));
