import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkExamples } from './checkExamples.ts';
import { anchorsOf, linksOf } from './links.ts';
import { languagesOfProgram, parsePage, readPages, root } from './readPages.ts';
import { runExamples } from './runExamples.ts';

jest.setTimeout(120_000);

const importModule = (name: string): unknown => require(name);

describe('the documents', () => {
  const pages = readPages();
  afterEach(() => jest.restoreAllMocks());

  it('have examples that compile', () => {
    expect(checkExamples(pages)).toEqual([]);
  });

  const programs = pages.filter((page) => languagesOfProgram(page).size > 0);
  const withoutReact = programs.filter((page) => !languagesOfProgram(page).has('tsx'));
  it.each(withoutReact)('have examples whose output is as printed: $path', async (page) => {
    // Some examples show a mistake that is warned about.
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    for (const { place, printed, expected } of await runExamples(page, importModule)) {
      expect(`${place}\n${printed}`).toBe(`${place}\n${expected}`);
    }
  });

  it('link to existing pages and headings', () => {
    const broken = pages.flatMap(({ path, text }) =>
      linksOf(text)
        .filter((link) => !leadsSomewhere(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('name scripts that the package has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('the checks', () => {
  const page = (...lines: string[]) => parsePage('docs/planted.md', lines.join('\n'));

  it('find a type error, with its line in the page', () => {
    const planted = page(
      'text',
      '',
      '```ts',
      'const n: number = 1;',
      'const s: string = n;',
      '```',
    );
    expect(checkExamples([planted])).toEqual([
      "docs/planted.md:5: Type 'number' is not assignable to type 'string'.",
    ]);
  });

  it('find output that differs from the page', async () => {
    const planted = page(
      '<!-- example: run -->',
      '```ts',
      'console.log(1 + 1);',
      '```',
      '',
      '```text',
      '3',
      '```',
    );
    expect(await runExamples(planted, importModule)).toEqual([
      { place: 'docs/planted.md:2', printed: '2', expected: '3' },
    ]);
  });

  it('find a link to nowhere', () => {
    expect(leadsSomewhere('docs/planted.md', 'nothing.md')).toBe(false);
    expect(leadsSomewhere('README.md', '#no-such-heading')).toBe(false);
  });
});

function leadsSomewhere(path: string, link: string): boolean {
  if (/^https?:/.test(link)) return true;
  const [file, anchor] = link.split('#') as [string, string?];
  const target = file === '' ? join(root, path) : join(root, dirname(path), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}
