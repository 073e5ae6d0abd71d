import { dirname, relative } from 'node:path';
import { Converter, PageEvent, ReflectionKind } from 'typedoc';
import { entries } from '../entries.mjs';

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
 * - the lists of exports from the search: they would come before the page of an export.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      module.name = names.get(module.name) ?? module.name;
    }
  });
  app.renderer.on(PageEvent.END, (page) => {
    const front = page.filename.endsWith('index.md') ? '---\nsearch: false\n---\n\n' : '';
    page.contents = `${front}${page.contents}`
      .replace(/\n#+ (?:Inherited from|Overrides)\n\n.*\n/g, '')
      .replace(/<a id="[^"]*"><\/a> /g, '');
  });
}
