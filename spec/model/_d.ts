import { quickDefects, slowDefects } from './defects/defects.ts';
import { runDefect } from './defects/runDefect.ts';
const wanted = process.argv[2]!.split('|');
for (const d of [...quickDefects, ...slowDefects].filter(({ what }) => wanted.some((w) => what.includes(w)))) {
  const found = await runDefect(d, Number(process.argv[3]), 1);
  console.log(found === undefined ? 'MISSED' : 'found ' + (found.match(/after (\d+) runs/)?.[1] ?? found.slice(0, 60)), d.what);
}
