import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

const folder = fileURLToPath(new URL('../../api', import.meta.url));

/**
 * The sidebars of the API reference. Each lists all entries of the package, and the exports of the
 * entry that is shown: the exports of all entries would be most of the HTML of every page.
 */
export function apiSidebars(): DefaultTheme.SidebarMulti {
  if (!existsSync(folder)) throw new Error('Run `npm run build:api` first.');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && path !== 'index.md');
  const entries = pages
    .filter((path) => basename(path) === 'index.md')
    .map(dirname)
    .sort();
  const sidebar = (shown?: string): DefaultTheme.SidebarItem[] =>
    entries.map((entry) => ({
      text: entry,
      link: `/api/${entry}/`,
      ...(entry === shown && { items: exportsOf(entry, pages) }),
    }));
  const ofEntries = entries.map((entry) => [`/api/${entry}/`, sidebar(entry)] as const);
  return { '/api/': sidebar(), ...Object.fromEntries(ofEntries) };
}

/** The page of `User` in the entry `a` is `a/classes/User.md`. */
function exportsOf(entry: string, pages: readonly string[]): DefaultTheme.SidebarItem[] {
  return pages
    .filter((path) => dirname(dirname(path)) === entry && basename(path) !== 'index.md')
    .map((path) => ({ text: basename(path, '.md'), link: `/api/${path.replace(/\.md$/, '')}` }))
    .sort((a, b) => a.text.localeCompare(b.text));
}
