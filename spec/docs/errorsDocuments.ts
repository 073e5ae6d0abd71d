import { type ErrorCode, fixes } from '../../src/shared/errorCatalogue.ts';
import { errorTitles } from './errorTitles.ts';

/** A page about some of the codes. */
interface ErrorsPage {
  readonly title: string;
  /** What its first paragraph says. */
  readonly about: string;
  /** Its headings, by the first code below each. The order of codes is that of the catalogue. */
  readonly groups: Partial<Record<ErrorCode, string>>;
}

const pages: Readonly<Record<string, ErrorsPage>> = {
  'errors-schemas': {
    title: 'Errors of entities and schemas',
    about: 'An option, an entity class, a schema or a list is declared in a way that cannot work.',
    groups: { SB_OPTION_INVALID: 'Entities and schemas', SB_COLLECTION_ARGS: 'Lists' },
  },
  'errors-endpoints': {
    title: 'Errors of endpoints',
    about: 'An endpoint, its arguments, its URL or its body cannot be used.',
    groups: {
      SB_ENDPOINT_NAME_MISSING: 'Endpoints',
      SB_KEY_UNSUPPORTED: 'Arguments and URLs',
    },
  },
  'errors-responses': {
    title: 'Errors of responses',
    about:
      'A request failed, or its response does not match the schema. The store has not changed.',
    groups: { SB_NETWORK: 'Responses', SB_PK_MISSING: 'Entities in responses' },
  },
  'errors-store': {
    title: 'Errors of the store',
    about: 'A store, a live source or the state of another store reports what went wrong.',
    groups: { SB_RESET: 'The store' },
  },
  'errors-features': {
    title: 'Errors of storage, views, React and tests',
    about: 'The features around a store report what went wrong.',
    groups: {
      SB_STORAGE_UNAVAILABLE: 'Storage, tabs, offline',
      SB_CHANGES_GAP: 'Derived views',
      SB_NO_PROVIDER: 'React',
      SB_FIXTURE_MISSING: 'Tests',
    },
  },
};

/** The codes below one heading. */
interface ErrorGroup {
  readonly page: string;
  readonly heading: string;
  readonly codes: ErrorCode[];
}

/**
 * The texts of `docs/errors.md`, which lists all codes, and of the pages it leads to, by file name.
 * `UPDATE_DOCS=1 npx jest spec/docs/errors` writes them.
 */
export function errorsDocuments(): ReadonlyMap<string, string> {
  const groups = groupsOfCatalogue();
  const texts = Object.entries(pages).map(([page, { title, about }]): [string, string] => {
    const sections = groups.filter((group) => group.page === page).map(sectionOf);
    return [
      `${page}.md`,
      `# ${title}\n\n${mark}\n\n${about}\n[Errors](errors.md) lists all codes.\n\n${sections.join('\n')}`,
    ];
  });
  return new Map([['errors.md', `${introduction}\n${groups.map(listOf).join('\n')}`], ...texts]);
}

function groupsOfCatalogue(): readonly ErrorGroup[] {
  const begins = new Map(
    Object.entries(pages).flatMap(([page, { groups }]) =>
      Object.entries(groups).map(([code, heading]) => [code, { page, heading }] as const),
    ),
  );
  const found: ErrorGroup[] = [];
  // The cast holds: the titles are a record of all codes.
  for (const code of Object.keys(errorTitles) as ErrorCode[]) {
    const begin = begins.get(code);
    if (begin) found.push({ ...begin, codes: [] });
    found.at(-1)!.codes.push(code);
  }
  return found;
}

function sectionOf({ heading, codes }: ErrorGroup): string {
  const entries = codes.map((code) => {
    const fix = withLinks(fixes[code]);
    return `### ${code}\n\n${errorTitles[code]}\n\n**Fix:** ${fix}\n`;
  });
  return `## ${heading}\n\n${entries.join('\n')}`;
}

function listOf({ page, heading, codes }: ErrorGroup): string {
  const links = codes.map((code) => `- [${code}](${page}.md#${code.toLowerCase()})`);
  return `## ${heading}\n\n${links.join('\n')}\n`;
}

/** `See node_modules/streambed/docs/entities.md.` → a link to the page. */
function withLinks(fix: string): string {
  return fix.replace(/\bnode_modules\/streambed\/docs\/(([\w-]+)\.md)/g, '[$2]($1)');
}

const mark =
  '<!-- Generated from src/shared/errorCatalogue.ts: UPDATE_DOCS=1 npx jest spec/docs/errors -->';

const introduction = `# Errors

${mark}

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
