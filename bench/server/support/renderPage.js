import { Writable } from 'node:stream';
import { createElement as h } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** The response of the API, as `fetch` has it. */
export function responseOf(text) {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

/** The page of an app as HTML. `through` puts a stream in between, which may add to the page. */
export function renderPage(app, through = (target) => target) {
  return new Promise((resolve, reject) => {
    const collector = new PageCollector(resolve);
    collector.on('error', reject);
    const { pipe } = renderToPipeableStream(h('html', null, h('body', null, app)), {
      onShellReady: () => pipe(through(collector)),
      onShellError: reject,
      onError: reject,
    });
  });
}

/** The page with the state that the browser starts with. */
export async function renderWithState(app, state) {
  const html = await renderPage(app);
  const json = JSON.stringify(state).replaceAll('<', String.raw`\u003c`);
  return html.replace('</body>', () => `<script type="application/json">${json}</script></body>`);
}

class PageCollector extends Writable {
  #chunks = [];
  #resolve;

  constructor(resolve) {
    super();
    this.#resolve = resolve;
  }

  _write(chunk, _encoding, written) {
    this.#chunks.push(chunk);
    written();
  }

  _final(finished) {
    finished();
    this.#resolve(Buffer.concat(this.#chunks).toString());
  }
}
