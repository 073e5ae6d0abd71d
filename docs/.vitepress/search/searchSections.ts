import { searchWords } from './searchWords.ts';

/** What a result of the search leads to. */
export interface SearchSection {
  /** The id of the heading. */
  readonly anchor: string;
  /** The heading after those above it. */
  readonly titles: readonly string[];
  readonly text: string;
}

/**
 * The parts of a page that the search finds one by one: a section of a guide, but a whole page of
 * the reference, with all members.
 */
export function searchSections(path: string, html: string): SearchSection[] {
  const page = path.replace(/^.*?\/docs\/|(?:index)?\.md$/g, '');
  const sections = sectionsOf(html);
  if (!page.startsWith('api/')) {
    return sections.map((section) => withWords(section, page));
  }
  const [first, ...rest] = sections;
  if (!first) return [];
  const names = rest.map(({ titles }) => titles.at(-1)!);
  return [{ ...first, text: `${first.text} ${[...new Set(names)].join(' ')}` }];
}

function withWords({ anchor, titles, text }: SearchSection, page: string): SearchSection {
  const words = searchWords[titles.length === 1 ? page : `${page}#${anchor}`];
  return { anchor, titles, text: words ? `${words}. ${text}` : text };
}

/** Splits the HTML of a page at its headings. */
function sectionsOf(html: string): SearchSection[] {
  const headings = [...html.matchAll(/<h([1-6]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs)];
  const above: string[] = [];
  return headings.map(({ 1: level, 2: anchor, 3: heading, index, 0: all }, at) => {
    above.length = Math.min(above.length, Number(level) - 1);
    above.push(textOf(heading.replace(/<a class="header-anchor".*$/s, '')));
    const text = html.slice(index + all.length, headings[at + 1]?.index);
    return { anchor, titles: [...above], text: textOf(text) };
  });
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:ZeroWidthSpace|#8203);/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
