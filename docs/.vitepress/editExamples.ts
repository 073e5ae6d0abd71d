import type { MarkdownRenderer } from 'vitepress';

/**
 * Buttons that open an editor. `<!-- playground -->` edits the program of the block above,
 * `<!-- playground: form -->` an example of the playground.
 */
export function editExamples(md: MarkdownRenderer): void {
  md.core.ruler.push('edit-examples', ({ tokens }) => {
    let program = '';
    for (const token of tokens) {
      if (token.type === 'fence' && /^tsx?$/.test(token.info)) program = token.content.trimEnd();
      const mark =
        token.type === 'html_block' && /^<!-- playground(?:: (.+))? -->/.exec(token.content);
      if (!mark) continue;
      const what = mark[1] ? `id="${mark[1]}"` : `code="${encodeURIComponent(program)}"`;
      token.content = `<EditExample ${what} />\n`;
    }
  });
}
