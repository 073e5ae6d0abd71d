import * as errorCatalogue from '../../src/shared/errorCatalogue.ts';
import type { ErrorCode } from '../../src/shared/ErrorCode.ts';
import { errorTitles } from './errorTitles.ts';

/** The text of `docs/errors.md`. `UPDATE_DOCS=1 npx jest spec/docs/errors` writes it. */
export function errorsDocument(): string {
  const fixes = new Map(Object.values(errorCatalogue).map(({ code, fix }) => [code, fix]));
  const entries = Object.entries(errorTitles).map(([code, title]) => {
    const fix = fixes.get(code as ErrorCode);
    return `## ${code}\n\n${title}\n\n**Fix:** ${fix}\n`;
  });
  return [introduction, ...entries].join('\n');
}

const introduction = `# Errors

Every error that the library makes is a \`StreambedError\`. Its \`code\` is one of the codes below; a code is never renamed
and never used for something else, so it is safe to compare with. The \`message\` says what happened to which endpoint, key
or entity, and repeats the fix in development. Warnings in development that say a code have it from the same list.

Messages name endpoints, path templates, entity classes, primary keys and members. They hold no arguments, variables, URLs, headers or bodies, which may be secret; where an
error has them, they are members that loggers leave out. Two texts are not the library's: what \`validate()\` gives, and the message of a \`cause\`.

\`\`\`ts
import { StreambedError } from 'streambed';

function isOffline(error: unknown): boolean {
  return StreambedError.is(error) && error.code === 'SB_NETWORK';
}
\`\`\`

\`StreambedError.is\` also recognises errors of another copy of the library (ESM beside CommonJS), which \`instanceof\` does
not.

This page is generated from the catalogue in the sources. \`UPDATE_DOCS=1 npx jest spec/docs/errors\` writes it again.
`;
