import { frameworks } from './pageBundle.ts';
import { renderOnServer } from './renderOnServer.ts';

describe('the examples of the pages of frameworks, on a server', () => {
  it.each(frameworks)(
    '$name: the page has the rows after one request, and nothing stays subscribed',
    async (framework) => {
      const { html, ...counts } = await renderOnServer(framework);
      expect(html.replace(/<!--.*?-->/g, '')).toContain('<li>Ann</li>');
      expect(counts).toEqual({ requests: 1, subscribers: 0 });
    },
  );
});
