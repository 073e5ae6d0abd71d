import { Converter, PageEvent, ReflectionKind } from 'typedoc';

/**
 * Names each entry as programs import it, `streambed` or `streambed/react`. Leaves out the base
 * interface that declares a member, because many of these are not exported, and HTML anchors, which
 * the site shows as text.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      module.name = module.name === 'index' ? 'streambed' : `streambed/${module.name}`;
    }
  });
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents
      ?.replace(/\n#+ (?:Inherited from|Overrides)\n\n.*\n/g, '')
      .replace(/<a id="[^"]*"><\/a> /g, '');
  });
}
