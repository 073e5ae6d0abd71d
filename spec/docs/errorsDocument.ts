import { type ErrorCode, fixes } from '../../src/shared/errorCatalogue.ts';
import { errorTitles } from './errorTitles.ts';

/** The text of `docs/errors.md`. `UPDATE_DOCS=1 npx jest spec/docs/errors` writes it. */
export function errorsDocument(): string {
  const entries = Object.entries(errorTitles).map(([code, title]) => {
    return `## ${code}\n\n${title}\n\n**Fix:** ${withLinks(fixes[code as ErrorCode])}\n`;
  });
  return [introduction, ...entries].join('\n');
}

/** `See docs/entities.md.` → a link to the page. */
function withLinks(fix: string): string {
  return fix.replace(/\bdocs\/(([\w-]+)\.md)/g, '[$2]($1)');
}

const introduction = `# Errors

Every error of the library is a \`StreambedError\`. Its \`code\` is one of the codes below. A code is never renamed or
reused, so you can safely compare with it. The \`message\` says what happened to which endpoint, key or entity. In
development it also says how to fix it, and why a path template is invalid. Warnings in development use the same codes.

Messages name endpoints, path templates, entity classes, primary keys and members. They contain no arguments, variables,
URLs, headers or bodies, because those may be secret. If an error has such data, it is in members that loggers leave out.
Two texts come from outside the library: what your \`validate()\` returns, and the message of a \`cause\`.

\`\`\`ts
import { StreambedError } from 'streambed';

function isOffline(error: unknown): boolean {
  return StreambedError.is(error) && error.code === 'SB_NETWORK';
}
\`\`\`

\`StreambedError.is\` also recognises errors of another copy of the library (ESM beside CommonJS). \`instanceof\` does not.

This page is generated from the catalogue in the sources. To write it again, run
\`UPDATE_DOCS=1 npx jest spec/docs/errors\`.
`;
