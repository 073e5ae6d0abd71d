import { readFileSync } from 'node:fs';

const options = new URL('../../options.md', import.meta.url);

/** The sections of docs/options.md that a page of the reference repeats. */
const sections = {
  'streambed/variables/RestEndpoint.md': ['`RestEndpoint`', 'Every endpoint'],
  'streambed/variables/Endpoint.md': ['Every endpoint'],
  'streambed/functions/createStore.md': ['The store'],
};

/**
 * The options of a page, with their defaults.
 *
 * @param {string} path from the folder of the reference
 */
export function optionTables(path) {
  const depth = '../'.repeat(path.split('/').length);
  const text = readFileSync(options, 'utf8');
  return (sections[path] ?? []).map((title) => {
    const [, section] = text.split(`\n## ${title}\n`);
    if (!section) throw new Error(`docs/options.md has no section ${title}.`);
    const body = section
      .split(/\n## /)[0]
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/\]\((?=[\w-]+\.md)/g, `](${depth}`)
      .trim();
    const heading = title === 'Every endpoint' ? 'Options of every endpoint' : 'Options';
    return `## ${heading}\n\n${body}\n`;
  });
}
