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
import { scenario as f1 } from './f1PatchView.js';
import { scenario as f2 } from './f2FirstView.js';
import { scenario as f3 } from './f3ViewChanges.js';
import { scenario as g1 } from './g1HeapStored.js';
import { scenario as g2 } from './g2HeapRead.js';
import { scenario as g3 } from './g3HeapWatched.js';
import { scenario as g4 } from './g4HeapUnwatched.js';
import { scenario as g5 } from './g5HeapMounted.js';
import { scenario as g6 } from './g6HeapUnmounted.js';
import { scenario as h1 } from './h1BundleSize.js';
import { scenario as h2 } from './h2BundleSizeWithoutRxjs.js';
import { scenario as i1 } from './i1FirstUseProcess.js';
import { scenario as i2 } from './i2FirstUsePage.js';
import { scenario as i3 } from './i3FirstUseSlowPage.js';
import { scenario as i4 } from './i4LoadProcess.js';
import { scenario as i5 } from './i5LoadPage.js';
import { scenario as i6 } from './i6LoadSlowPage.js';
import { scenario as j1 } from './j1FirstContentMount.js';
import { scenario as j2 } from './j2FirstContentOtherKey.js';
import { scenario as j3 } from './j3FirstContentScript.js';
import { scenario as k1 } from './k1AddToList.js';
import { scenario as k2 } from './k2AddToAll.js';
import { scenario as l1 } from './l1StormLatency.js';
import { scenario as l2 } from './l2StormTask.js';
import { scenario as l3 } from './l3StormFrames.js';
import { scenario as m1 } from './m1RefetchKeys.js';
import { scenario as m2 } from './m2RefetchKeysTask.js';
import { scenario as n1 } from './n1ServerPage.js';
import { scenario as o1 } from './o1ScrollScript.js';
import { scenario as o2 } from './o2ScrollFrames.js';
import { scenario as p1 } from './p1StoredTasks.js';
import { scenario as p2 } from './p2StoredBytes.js';
import { scenario as p3 } from './p3StoredLongestTask.js';
import { scenario as p4 } from './p4StoredCommit.js';
import { scenario as p5 } from './p5StoredResponse.js';
import { scenario as p6 } from './p6StoredFirstData.js';
import { scenario as p7 } from './p7QueuedCall.js';
import { scenario as p8 } from './p8QueuedRestore.js';
import { scenario as p9 } from './p9QueuedCommit.js';
import { inPage } from './inPage.js';

const all = [
  a1,
  a2,
  a4,
  b1,
  b2,
  b3,
  c1,
  c2,
  d1,
  d2,
  ...inPage,
  f1,
  f2,
  f3,
  g1,
  g2,
  g3,
  g4,
  g5,
  g6,
  h1,
  h2,
  i1,
  i2,
  i3,
  i4,
  i5,
  i6,
  j1,
  j2,
  j3,
  k1,
  k2,
  l1,
  l2,
  l3,
  m1,
  m2,
  n1,
  o1,
  o2,
  p1,
  p2,
  p3,
  p4,
  p5,
  p6,
  p7,
  p8,
  p9,
];

/**
 * In the order of the report. Those of one `group` run in one process, one after the other; so that a process does not have to be set
 * up several times for little work.
 */
export const scenarios = all.map((scenario) => ({
  group: scenario.id,
  adapters: 'contenders',
  contenders,
  ...scenario,
}));
