// Copies an app of stories/apps for readers without this repository, such as an online editor. It installs the package from the registry:
// `node spec/package/exportApp.mjs vite-react ../my-app 0.1.0`. Without a version: that of package.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportApp } from './apps/copyApp.mjs';
import { apps, root } from './apps/processes.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [name, target, version = manifest.version] = process.argv.slice(2);
const names = readdirSync(apps);
if (!names.includes(name) || target === undefined) {
  throw new Error(`Usage: exportApp.mjs <${names.join(' | ')}> <folder> [version]`);
}
if (existsSync(target)) throw new Error(`${target} exists.`);
exportApp(name, target, version);
console.log(`${target} has the app ${name} with streambed ${version}.`);
