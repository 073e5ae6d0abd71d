import type { MarkdownRenderer } from 'vitepress';

/** Beside each image of `docs/images` is one for dark colours: `name.png` and `name-dark.png`. */
export function darkImages(md: MarkdownRenderer): void {
  md.core.ruler.push('dark-images', ({ tokens, Token }) => {
    for (const block of tokens) {
      block.children =
        block.children?.flatMap((token) => {
          const source = token.type === 'image' ? (token.attrGet('src') ?? '') : '';
          if (!source.startsWith('images/')) return [token];
          return [
            ['light-only', source],
            ['dark-only', source.replace(/\.png$/, '-dark.png')],
          ].map(([name, src]) => {
            const image = Object.assign(new Token('image', 'img', 0), token, { attrs: null });
            image.attrs = [
              ['src', src],
              ['alt', ''],
              ['class', name],
              ['loading', 'lazy'],
            ];
            return image;
          });
        }) ?? null;
    }
  });
}
