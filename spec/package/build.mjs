// `npm run build`: makes the package in `dist`. Each entry is one file per format; what entries share is in a few chunks.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCode } from './build/bundleCode.mjs';
import { bundleCodemod } from './build/bundleCodemod.mjs';
import { bundleTypes } from './build/bundleTypes.mjs';
import { dist, modules, root } from './build/folders.mjs';
import { printReport } from './build/report.mjs';
import { copyLicenses } from './build/licenses.mjs';

const start = performance.now();
rmSync(dist, { recursive: true, force: true });

const tsc = join(root, 'node_modules', '.bin', 'tsc');
const { status } = spawnSync(tsc, ['-p', 'src'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);

const chunks = await bundleCode();
writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs", "sideEffects": false }\n');
const types = await bundleTypes(chunks);
const codemod = await bundleCodemod();
copyLicenses([...chunks.flatMap(({ moduleIds }) => moduleIds), ...codemod]);
rmSync(modules, { recursive: true });
printReport({ chunks, types, seconds: (performance.now() - start) / 1000 });
