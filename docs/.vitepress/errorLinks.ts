import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';

/**
 * The list of all error codes gives each link the id of its code: an address such as
 * `errors.html#sb_reset`, in a report or a bookmark, leads to the line of the code.
 */
export function errorLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('error-links', ({ tokens, env }) => {
    // The cast holds: VitePress renders with this.
    if ((env as MarkdownEnv).relativePath !== 'errors.md') return;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const code = token.type === 'link_open' && /#(sb_\w+)$/.exec(token.attrGet('href') ?? '');
      if (code) token.attrSet('id', code[1]);
    }
  });
}
