import { posix } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';

/**
 * Links that leave `docs`, such as `../bench/README.md`, work in the repository only. The site shows
 * the path as text after the words of the link.
 */
export function repositoryPaths(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-paths', ({ tokens, env }) => {
    // The cast holds: VitePress renders with this.
    const { relativePath } = env as MarkdownEnv;
    for (const { children } of tokens) {
      if (!children) continue;
      let path: string | undefined;
      for (const token of children) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        const target = href?.startsWith('.') && posix.join(posix.dirname(relativePath), href);
        if (target && target.startsWith('../')) {
          path = target.slice('../'.length);
          token.type = 'html_inline';
          token.content = '';
        } else if (token.type === 'link_close' && path !== undefined) {
          token.type = 'html_inline';
          token.content = ` (<code>${md.utils.escapeHtml(path)}</code> in the repository)`;
          path = undefined;
        }
      }
    }
  });
}
