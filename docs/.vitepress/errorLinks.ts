import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';

/**
 * The list of all error codes gives each link the id of its code: an address such as
 * `errors.html#sb_reset`, in a report or a bookmark, leads to the line of the code. The lists get a
 * class, for their columns.
 */
export function errorLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('error-links', ({ tokens, env }) => {
    // The cast holds: VitePress renders with this.
    if ((env as MarkdownEnv).relativePath !== 'errors.md') return;
    let list = tokens[0];
    for (const token of tokens) {
      if (token.type === 'bullet_list_open') list = token;
      for (const child of token.children ?? []) {
        const code = child.type === 'link_open' && /#(sb_\w+)$/.exec(child.attrGet('href') ?? '');
        if (!code) continue;
        child.attrSet('id', code[1]);
        list.attrSet('class', 'error-codes');
      }
    }
  });
}
