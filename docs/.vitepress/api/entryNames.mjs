import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { Comment, Converter, PageEvent, ReflectionKind, RendererEvent } from 'typedoc';
import { entries } from '../entries.mjs';
import { arrangeByTask } from './byTask.mjs';
import { optionTables } from './optionTables.mjs';
import { joinOverloads } from './overloads.mjs';

const source = dirname(entries.get('streambed'));

/** TypeDoc names an entry after its folder below `src`, and the one in `src` itself `index`. */
const names = new Map(
  [...entries].map(([name, path]) => [relative(source, dirname(path)) || 'index', name]),
);

/**
 * Names each entry as programs import it: `streambed` or `streambed/react`. The pages leave out
 *
 * - the base interface that declares a member: many of these are not exported;
 * - HTML anchors: the site shows them as text;
 * - dashes in place of a description;
 * - the lists of exports from the search: they would come before the page of an export.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      module.name = names.get(module.name) ?? module.name;
      module.comment ??= commentOf(module.name);
    }
  });
  let folder = '';
  app.renderer.on(RendererEvent.BEGIN, ({ outputDirectory }) => void (folder = outputDirectory));
  app.renderer.on(PageEvent.END, (page) => {
    const path = relative(folder, page.filename).replaceAll('\\', '/');
    const front = frontMatterOf(path);
    const contents = page.contents
      .replace(/\n#+ (?:Inherited from|Overrides)\n\n.*\n/g, '')
      .replace(/<a id="[^"]*"><\/a> /g, '')
      // A cell without a text.
      .replace(/\| - (?=\|)/g, '|  ');
    page.contents = [
      `${front}${joinOverloads(contents)}`,
      ...optionTables(path),
      ...membersOf(page.model),
    ].join('\n');
  });
  app.renderer.on(RendererEvent.END, ({ outputDirectory }) => arrangeByTask(outputDirectory));
}

/** @param {string} path of a page, from the folder of the reference */
function frontMatterOf(path) {
  if (!path.endsWith('index.md')) return '';
  const description =
    path === 'index.md'
      ? 'description: The entries of Streambed, and what each exports by task, with types, options and defaults.\n'
      : '';
  return `---\nsearch: false\n${description}---\n\n`;
}

/**
 * TypeDoc does not read the comment of a file that begins with `'use client'`.
 *
 * @param {string} name of an entry
 */
function commentOf(name) {
  const path = entries.get(name);
  const [, text] =
    (path && /\/\*\*\n \* (.*)\n \*\n \* @packageDocumentation/.exec(readFileSync(path, 'utf8'))) ||
    [];
  return text ? new Comment([{ kind: 'text', text }]) : undefined;
}

/**
 * The link from a value, such as `RestEndpoint`, to the page of the interface with its name.
 *
 * @param {import('typedoc').Reflection} model
 */
function membersOf({ kind, name, parent }) {
  const hasMembers =
    kind === ReflectionKind.Variable &&
    parent?.children?.some(
      (other) => other.name === name && other.kind === ReflectionKind.Interface,
    );
  return hasMembers ? [`## Members\n\nSee [its members](../interfaces/${name}.md).\n`] : [];
}
