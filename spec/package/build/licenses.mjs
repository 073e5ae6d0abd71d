import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './folders.mjs';

/** Licenses that allow a copy inside of a package with another license, if their text is beside it. */
const allowed = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];

/** The names of the packages that files belong to, sorted. */
export function packagesOf(files) {
  const names = files.flatMap((file) => {
    const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
    return name ? [name.replace('\\', '/')] : [];
  });
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

/** The file in `dist` with the license of a package. */
export function licenseFile(name) {
  return `${name.replace('/', '-')}.LICENSE`;
}

/** Copies the licenses of the packages of which a bundle contains files. Throws for others than permissive ones. */
export function copyLicenses(files) {
  for (const name of packagesOf(files)) {
    const folder = join(root, 'node_modules', name);
    const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!allowed.includes(license))
      throw new Error(`${name} in a bundle has the license ${license}`);
    cpSync(join(folder, 'LICENSE'), join(dist, licenseFile(name)));
  }
}
