import { fireEvent, within } from '@testing-library/dom';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { defineDevtools } from '../../../src/tools/devtools/defineDevtools.ts';
import { devtools } from '../../../src/tools/devtools/devtools.ts';
import type { DevtoolsElement } from '../../../src/tools/devtools/DevtoolsElement.ts';
import { type SessionOptions, sessionOf } from '../../../src/tools/devtools/session/sessions.ts';
import type { TabName } from '../../../src/tools/devtools/session/Place.ts';
import { inspect } from '../../../src/tools/inspect/inspect.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { Post, User } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';
import { until } from '../../support/until.ts';

/** A store with devtools and manual time, and endpoints whose requests the spec responds to. */
export function devtoolsStore(options: SessionOptions = {}) {
  const kit = storeKit({ dataExpiryLength: 60_000, plugins: [devtools(options)] });
  const requests = new FakeRequests();
  const { send } = requests;
  const getUser = new Endpoint(send, { name: 'getUser', schema: User, lookup: true });
  const getPosts = new Endpoint(send, { name: 'getPosts', schema: [Post] });
  const rename = new Endpoint(send, {
    name: 'rename',
    schema: User,
    sideEffect: true,
    getOptimisticResponse: (_, user) => user,
  });
  const { store } = kit;
  const session = sessionOf(store);
  return { ...kit, getPosts, getUser, inspector: inspect(store), rename, requests, session };
}

/** Puts the element on the page; the page's next spec begins without it. */
export function mountElement(store?: Store, attributes: Readonly<Record<string, string>> = {}) {
  defineDevtools();
  // The cast holds: the element is registered.
  const element = document.createElement('streambed-devtools') as DevtoolsElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.store = store;
  document.body.append(element);
  return element;
}

/** Queries in the shadow root of an element. */
export function inside(element: HTMLElement) {
  const root = element.shadowRoot?.querySelector<HTMLElement>('.root')?.parentElement;
  if (!root) throw new Error('The panel is not rendered.');
  return within(root);
}

/** The element on the page, once its panel is loaded. */
export async function shownElement(store?: Store, attributes?: Readonly<Record<string, string>>) {
  const element = mountElement(store, attributes);
  await until('the button is shown', () => element.shadowRoot?.querySelector('.root') != null);
  return element;
}

const titles: Readonly<Record<TabName, string>> = {
  keys: 'Keys',
  entities: 'Entities',
  timeline: 'Timeline',
  requests: 'Requests',
  storage: 'Storage',
  why: 'Why?',
};

/** The open panel of a store, with a tab. */
export async function openPanel(store: Store, tab: TabName = 'keys') {
  const element = await shownElement(store);
  const panel = inside(element);
  fireEvent.click(panel.getByRole('button', { name: /^Streambed devtools/ }));
  await panel.findByRole('tablist');
  fireEvent.click(panel.getByRole('tab', { name: titles[tab] }));
  return { ...panel, element };
}

/** The element of the shadow root that has the focus. */
export function focused(element: HTMLElement): Element | null | undefined {
  return element.shadowRoot?.activeElement;
}

/** Removes all panels, and what they keep in the browser. */
export function cleanPage(): void {
  document.querySelectorAll('streambed-devtools').forEach((element) => element.remove());
  localStorage.clear();
}
