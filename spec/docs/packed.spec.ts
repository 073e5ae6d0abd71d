import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fixes } from '../../src/shared/errorCatalogue.ts';
import { anchorsOf, linksOf } from './links.ts';
import { root } from './readPages.ts';

const codemod = 'src/tools/codemod';
const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
const report: unknown = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }));
const [{ files }] = Object.values(report as Record<string, { files: { path: string }[] }>);
const packed = new Set(files.map(({ path }) => path));
const pages = [...packed].filter((path) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function isDead(page: string, link: string): boolean {
  // A picture has a text in its place. The pictures are larger than the package.
  if (/^https?:|\.png$/.test(link)) return false;
  const [file, anchor] = link.split('#') as [string, string?];
  const target = file === '' ? page : posix.join(posix.dirname(page), file);
  if (!packed.has(target)) return true;
  return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
}

it('the links of packed pages lead to packed pages and their headings', () => {
  expect(pages.length).toBeGreaterThan(40);
  const dead = pages.flatMap((page) =>
    linksOf(read(page)).flatMap((link) => (isDead(page, link) ? [`${page}: ${link}`] : [])),
  );
  expect(dead).toEqual([]);
});

it('the pages that fixes name are packed', () => {
  const named = Object.values(fixes).flatMap((fix) =>
    [...fix.matchAll(/node_modules\/streambed\/(\S+?)\.?(?=\s|$)/g)].map(([, path]) => path),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !packed.has(path))).toEqual([]);
});

it('the pages that the codemod names are packed', () => {
  const rules = readdirSync(join(root, codemod), { recursive: true, encoding: 'utf8' });
  const code = rules
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(`${codemod}/${name}`));
  const named = code.flatMap((text) => [...text.matchAll(/\bdocs\/[\w/-]+\.md/g)]).flat();
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !packed.has(path))).toEqual([]);
});
