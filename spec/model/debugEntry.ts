import { runHistory } from './runHistory.ts';
import { World } from './World.ts';
import * as w from './writeToModel.ts';
void w;
const ops = JSON.parse(process.argv[2]!);
(globalThis as any).DEBUG = true;
await runHistory(ops).catch((e) => console.log(e.stack));
void World;
