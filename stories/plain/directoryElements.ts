import type { ExpiryStatus } from 'streambed';
import { messageOf } from '../ui/messageOf.ts';

const html = `
  <section class="card" aria-labelledby="directory-title">
    <div class="card-header">
      <h2 id="directory-title">Directory</h2>
      <span class="badge" data-part="status" role="status"></span>
    </div>
    <div class="form">
      <div class="field">
        <label for="directory-search">Search by name</label>
        <input class="input" id="directory-search" type="search" autocomplete="off" />
      </div>
      <button class="button primary" type="button">Add a user</button>
    </div>
    <p class="form-error" data-part="error" role="alert"></p>
  </section>
  <section class="card" aria-labelledby="people-title">
    <div class="card-header">
      <h2 id="people-title">People</h2>
      <span class="note" data-part="count" aria-live="polite"></span>
    </div>
    <ul class="list" aria-label="People"></ul>
  </section>
`;

/** The elements of the directory and functions that write into them, without a framework. */
export function directoryElements() {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  const roots = [...content.children];
  const search = content.querySelector<HTMLInputElement>('input')!;
  const add = content.querySelector('button')!;
  const list = content.querySelector('ul')!;
  const part = (name: string): HTMLElement => content.querySelector(`[data-part=${name}]`)!;
  const [status, count, error] = [part('status'), part('count'), part('error')];

  return {
    roots,
    search,
    add,
    remove: () => roots.forEach((root) => root.remove()),
    showStatus: (value: ExpiryStatus) => {
      status.className = `badge ${value}`;
      status.textContent = value;
    },
    showCount: (value: number) => {
      count.textContent = `${value} users in the cache`;
    },
    showError: (reason: unknown) => {
      error.textContent = messageOf(reason);
    },
    showPeople: (people: readonly { name: string; bio: string }[]) => {
      list.replaceChildren(...people.map(({ name, bio }) => personElement(name, bio)));
    },
  };
}

function personElement(name: string, bio: string): HTMLLIElement {
  const item = document.createElement('li');
  const text = document.createElement('div');
  text.className = 'list-text';
  for (const [className, words] of [
    ['list-title', name],
    ['note', bio],
  ] as const) {
    const line = document.createElement('div');
    line.className = className;
    line.textContent = words;
    text.append(line);
  }
  item.append(text);
  return item;
}
