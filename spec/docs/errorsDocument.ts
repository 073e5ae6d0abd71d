import { type ErrorCode, fixes } from '../../src/shared/errorCatalogue.ts';
import { errorTitles } from './errorTitles.ts';

/** The headings of the page, by the first code below each. */
const groups: Partial<Record<string, string>> = {
  SB_OPTION_INVALID: 'Declarations',
  SB_KEY_UNSUPPORTED: 'Arguments and URLs',
  SB_NETWORK: 'Responses',
  SB_RESET: 'The store',
  SB_CHANGES_GAP: 'Derived views',
  SB_NO_PROVIDER: 'React',
  SB_FIXTURE_MISSING: 'Tests',
};

/** The text of `docs/errors.md`. `UPDATE_DOCS=1 npx jest spec/docs/errors` writes it. */
export function errorsDocument(): string {
  const entries = Object.entries(errorTitles).map(([code, title]) => {
    const group = groups[code] === undefined ? '' : `## ${groups[code]}\n\n`;
    const fix = withLinks(fixes[code as ErrorCode]);
    return `${group}### ${code}\n\n${title}\n\n**Fix:** ${fix}\n`;
  });
  return [introduction, ...entries].join('\n');
}

/** `See node_modules/streambed/docs/entities.md.` → a link to the page. */
function withLinks(fix: string): string {
  return fix.replace(/\bnode_modules\/streambed\/docs\/(([\w-]+)\.md)/g, '[$2]($1)');
}

const introduction = `# Errors

<!-- Generated from src/shared/errorCatalogue.ts: UPDATE_DOCS=1 npx jest spec/docs/errors -->

Every error of the library is a \`StreambedError\` with a \`code\` that never changes. Find the code of an error or of a
warning here, with what to do about it.

\`\`\`ts
import { StreambedError } from 'streambed';

function isNetworkError(error: unknown): boolean {
  return StreambedError.is(error) && error.code === 'SB_NETWORK';
}
\`\`\`

- The message says what happened to which endpoint, key or entity. In development it also has the fix, and says why a
  path template is invalid. Production builds contain no fixes and no warnings.
- \`StreambedError.is\` also recognises errors of another copy of the library (ESM beside CommonJS), unlike
  \`instanceof\`.
- Messages name endpoints, path templates, entity classes, primary keys and members. Arguments, variables, URLs, headers
  and bodies may be secret: they are in members that loggers leave out. Two texts come from your code: what
  \`validate()\` returns, and the message of a \`cause\`.
`;
