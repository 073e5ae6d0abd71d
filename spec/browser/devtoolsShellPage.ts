import { createStore, Entity } from 'streambed';
import { defineDevtools, devtools } from 'streambed/devtools';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const store = createStore({ plugins: [devtools()] });
store.set(
  [User],
  [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Bob' },
  ],
);
defineDevtools();
// Pages with a strict policy have no other way to style.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  * { font: 40px serif !important; background: red !important; display: block !important; }
  html { color: red; letter-spacing: 1em; visibility: visible; line-height: 5; }
`);
document.adoptedStyleSheets = [sheet];
