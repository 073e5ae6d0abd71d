import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
      ...(entry === shown && { items: exportsOf(entry) }),
    }));
  const ofEntries = entries.map((entry) => [`/api/${entry}/`, sidebar(entry)] as const);
  return { '/api/': sidebar(), ...Object.fromEntries(ofEntries) };
}

/** The exports of an entry by task, as its page lists them. */
function exportsOf(entry: string): DefaultTheme.SidebarItem[] {
  const page = readFileSync(join(folder, entry, 'index.md'), 'utf8');
  return page.split(/^## /m).flatMap((section): DefaultTheme.SidebarItem[] => {
    const [text] = section.split('\n');
    const rows = [...section.matchAll(/^\| \[(\w+)\]\((.*?)\.md\) /gm)];
    const items = rows.map(([, name, path]) => ({ text: name, link: `/api/${entry}/${path}` }));
    return items.length > 0 ? [{ text, items }] : [];
  });
}
