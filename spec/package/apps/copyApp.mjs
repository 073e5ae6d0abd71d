import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apps } from './processes.mjs';

const left = ['node_modules', 'dist', '.next'];

/** Copies the sources of an app of stories/apps. */
export function copyApp(name, target) {
  cpSync(join(apps, name), target, {
    recursive: true,
    filter: (path) => !left.includes(basename(path)),
  });
}

/**
 * Copies an app as a project that stands alone: its dependency is a published version of the package. The lock file is left out, because it
 * does not know that version.
 */
export function exportApp(name, target, version) {
  copyApp(name, target);
  rmSync(join(target, 'package-lock.json'), { force: true });
  const path = join(target, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const dependencies = { ...manifest.dependencies, streambed: version };
  writeFileSync(path, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
}
