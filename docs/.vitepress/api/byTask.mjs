import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tasks } from './tasks.mjs';

/**
 * An export in the list of its entry.
 *
 * @typedef {{ name: string; link: string; text: string }} Export
 */

/**
 * Writes the list of each entry anew: by task, with the types of a function beside it.
 *
 * @param {string} folder of the reference
 */
export function arrangeByTask(folder) {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/[\\/]index\.md$/.test(path)) continue;
    const page = readFileSync(join(folder, path), 'utf8');
    const entry = dirname(path).replaceAll('\\', '/');
    writeFileSync(join(folder, path), arranged(page, entry, join(folder, dirname(path))));
  }
}

/**
 * @param {string} page
 * @param {string} entry
 * @param {string} folder
 */
function arranged(page, entry, folder) {
  const [head] = page.split(/^## /m);
  const exported = exportsIn(page);
  const groups = grouped(exported, tasks[entry] ?? {}, folder).map(
    ([task, shown]) => `## ${task}\n\n${listOf(shown)}`,
  );
  const others = [...page.matchAll(/^Re-exports (\[.*\]\(.*\))$/gm)].map(([, link]) => `- ${link}`);
  if (others.length > 0) groups.push(`## Shared with other entries\n\n${others.join('\n')}`);
  return `${[head.trim(), ...groups].join('\n\n')}\n`;
}

/**
 * The exports of a list. An interface with the name of a function is left out: its page is linked
 * from that of the function.
 *
 * @param {string} page
 * @returns {Export[]}
 */
function exportsIn(page) {
  const rows = [...page.matchAll(/^\| \[(\w+)\]\((.*?)\) \| (.*) \|$/gm)].map(
    ([, name, link, text]) => ({ name, link, text }),
  );
  const values = new Set(rows.filter((row) => !isType(row)).map(({ name }) => name));
  return rows.filter((row) => !isType(row) || !values.has(row.name));
}

/**
 * @param {readonly Export[]} exported
 * @param {Readonly<Record<string, string>>} byTask
 * @param {string} folder
 * @returns {[task: string, shown: Export[]][]}
 */
function grouped(exported, byTask, folder) {
  const known = new Map(exported.map((row) => [row.name, row]));
  const titles = Object.entries(byTask).map(([task, names]) => [task, names.split(' ')]);
  const listed = new Set(titles.flatMap(([, names]) => names));
  for (const name of listed) {
    if (!known.has(name)) throw new Error(`tasks.mjs lists "${name}", which no entry exports.`);
  }
  const values = exported.filter((row) => !isType(row) && !listed.has(row.name));
  if (titles.length === 0) titles.push(['Exports', values.map(({ name }) => name)]);
  else if (values.length > 0) {
    const names = values.map(({ name }) => name).join(', ');
    throw new Error(`docs/.vitepress/api/tasks.mjs lists no task for ${names}.`);
  }
  const placed = new Set(titles.flatMap(([, names]) => names));
  /** @type {(row: Export) => Export[]} */
  const withTypes = (row) => {
    const own = typesIn(row, folder).flatMap((name) => {
      const type = known.get(name);
      if (!type || placed.has(name)) return [];
      placed.add(name);
      return withTypes(type);
    });
    return [row, ...own];
  };
  const groups = titles.map(([task, names]) => [
    task,
    names.flatMap((name) => withTypes(known.get(name))),
  ]);
  const rest = exported.filter(({ name }) => !placed.has(name));
  if (rest.length > 0) groups.push(['More types', rest]);
  return groups;
}

/**
 * The types that the page of an export links to, in their order.
 *
 * @param {Export} row
 * @param {string} folder
 */
function typesIn({ name, link }, folder) {
  const members = join(folder, `interfaces/${name}.md`);
  const pages = [join(folder, link), ...(existsSync(members) ? [members] : [])];
  const text = pages.map((path) => readFileSync(path, 'utf8')).join('\n');
  const links = text.matchAll(/\]\((?:\.\.\/(?:interfaces|type-aliases)\/)?(\w+)\.md/g);
  return [...new Set([...links].map(([, type]) => type))];
}

/** @param {Export} row */
function isType({ link }) {
  return link.startsWith('interfaces/') || link.startsWith('type-aliases/');
}

/** @param {readonly Export[]} rows */
function listOf(rows) {
  const lines = rows.map(({ name, link, text }) => `| [${name}](${link}) | ${text} |`);
  return ['| export | what it is |', '| --- | --- |', ...lines].join('\n');
}
