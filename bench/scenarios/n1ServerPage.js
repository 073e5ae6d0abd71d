import assert from 'node:assert/strict';
import { servers } from '../server/catalogue.js';

export const scenario = {
  id: 'N1',
  title: 'A page of n rows from a server',
  about:
    'A store of its own, the response of the API, React to HTML, and the state for the browser. Timed until the page is complete as text.',
  adapters: 'server',
  contenders: servers,
  sizes: { full: [100], quick: [50] },
  async check(contender, data) {
    assertPage(await contender.renderPage(JSON.stringify(data.parse())), data.issues);
    return {};
  },
  makeCase(contender, data) {
    const text = JSON.stringify(data.parse());
    return {
      repeat: true,
      run: () => contender.renderPage(text),
      verify: (_, page) => assertPage(page, data.issues),
    };
  },
};

/** Each row is in the HTML, and its data in the state. */
function assertPage(page, issues) {
  const [, html, state] = /<ul>(.*)<\/ul>(.*)$/s.exec(page) ?? [];
  assert.ok(html !== undefined, 'the page has a list');
  for (const { title, body, author } of issues) {
    assert.ok(html.includes(`<b>${title}</b> by <i>${author.name}</i>`), `${title} is shown`);
    assert.ok(state.includes(body), `${title} is in the state`);
  }
}
