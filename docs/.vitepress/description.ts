import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageData } from 'vitepress';

/** Longer descriptions are cut by search engines. */
const LONGEST = 160;

/**
 * The description of a page: that of its front matter, else its first paragraph. A page of the
 * reference begins with its name, since a type and its function may have one comment.
 */
export function descriptionOf({ frontmatter, filePath, title }: PageData, docs: string): string {
  // The cast holds: the front matter of docs has texts.
  const given = frontmatter.description as string | undefined;
  if (given) return given;
  const [, entry, group] =
    /^api\/(.+)\/(classes|functions|interfaces|type-aliases|variables)\//.exec(filePath) ?? [
      undefined,
    ];
  const paragraph = firstParagraph(readFileSync(join(docs, filePath), 'utf8'));
  const owner = entry ? `, ${kinds[group!]} of ${entry}` : ' in the API reference';
  const name = filePath.startsWith('api/') ? `${title}${owner}. ` : '';
  return shortened(`${name}${paragraph}`);
}

const kinds: Record<string, string> = {
  classes: 'a class',
  functions: 'a function',
  interfaces: 'an interface',
  'type-aliases': 'a type',
  variables: 'a value',
};

/** The first paragraph below the title, as text. */
function firstParagraph(page: string): string {
  const [, body = ''] = page.split(/^# .*$/m);
  const text = body
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/```[\s\S]*?```/g, '')
    .split(/\n\s*\n/)
    .find((block) => /^[\p{Letter}`_*[]/u.test(block.trim()) && !/^[-*] /.test(block.trim()));
  return (text ?? '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\b_|_\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whole sentences if there are some, else whole words. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const start = text.slice(0, LONGEST);
  const sentences = /^.{60,}[.!?](?= |$)/.exec(start)?.[0];
  return sentences ?? `${start.slice(0, start.lastIndexOf(' ', LONGEST - 2))} …`;
}
