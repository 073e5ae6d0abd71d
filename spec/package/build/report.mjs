import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chunkOf, loadedBy } from './chunks.mjs';
import { entries } from './entries.mjs';
import { dist } from './folders.mjs';

/** Prints what the build made: sizes as written, neither minified nor compressed. */
export function printReport({ chunks, types, seconds }) {
  const packed = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.endsWith('.map'))
    .map((file) => statSync(join(file.parentPath ?? file.path, file.name)).size);
  const total = packed.reduce((sum, size) => sum + size, 0);

  console.log(line('entry', 'code', 'with chunks', 'types'));
  for (const { specifier, name } of entries) {
    const all = loadedBy(chunks, name).reduce((sum, chunk) => sum + sizeOf(chunk), 0);
    const sizes = [sizeIn(chunks, name), all, sizeIn(types, name)];
    console.log(line(specifier, ...sizes.map(kilobytes)));
  }
  console.log('chunk');
  for (const { name, isEntry } of chunks) {
    if (isEntry) continue;
    console.log(line(name, kilobytes(sizeIn(chunks, name)), '', kilobytes(sizeIn(types, name))));
  }
  console.log(
    `\ndist: ${packed.length} files, ${(total / 1e6).toFixed(2)} MB, ES modules and CommonJS, in ${seconds.toFixed(1)} s`,
  );
}

function sizeIn(chunks, name) {
  return sizeOf(chunkOf(chunks, name));
}

function sizeOf(chunk) {
  return chunk ? Buffer.byteLength(chunk.code) : 0;
}

function kilobytes(bytes) {
  return bytes === 0 ? '' : `${(bytes / 1000).toFixed(1)} kB`;
}

function line(name, ...cells) {
  return (name.padEnd(24) + cells.map((cell) => cell.padStart(14)).join('')).trimEnd();
}
