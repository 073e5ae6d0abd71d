import type { MarkdownRenderer } from 'vitepress';

/**
 * Comments hold the marks and the hidden code of examples. VitePress does not show them, but their
 * words would be found by the search.
 */
export function hideComments(md: MarkdownRenderer): void {
  md.core.ruler.push('hide-comments', (state) => {
    state.tokens = state.tokens.filter(
      ({ type, content }) => type !== 'html_block' || !content.startsWith('<!--'),
    );
  });
}
