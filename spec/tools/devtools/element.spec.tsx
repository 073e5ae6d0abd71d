import { fireEvent } from '@testing-library/dom';
import { sessionOf } from '../../../src/tools/devtools/session/sessions.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { ann, User } from '../../support/entities.ts';
import { until } from '../../support/until.ts';
import {
  cleanPage,
  devtoolsStore,
  focused,
  inside,
  mountElement,
  openPanel,
  shownElement,
} from './panelKit.ts';

afterEach(cleanPage);

describe('the button of <streambed-devtools>', () => {
  it('has the number of keys and of requests in flight', async () => {
    const { getUser, requests, store } = devtoolsStore();
    store.observe(getUser, { id: '1' }).subscribe();
    store.observe(getUser, { id: '2' }).subscribe();
    const panel = inside(await shownElement(store));
    const button = panel.getByRole('button');
    expect(button.textContent).toContain('Streambed devtools: 2 keys↑, in flight: 2');
    requests.at(0).answer(ann);
    requests.at(1).answer({ ...ann, id: '2' });
    await until('it has none in flight', () => !button.textContent.includes('in flight'));
  });

  it('opens the panel and moves the focus to the tab; Escape closes it and moves the focus back', async () => {
    const { session, store } = devtoolsStore();
    const panel = await openPanel(store);
    expect(session.isOpen$.value).toBe(true);
    await until('the tab has the focus', () => focused(panel.element)?.textContent === 'Keys');
    fireEvent.keyDown(panel.getByRole('tab', { name: 'Keys' }), { key: 'Escape' });
    const button = await panel.findByRole('button', { name: /^Streambed devtools/ });
    expect(panel.queryByRole('tablist')).toBeNull();
    await until('the button has the focus', () => focused(panel.element) === button);
  });

  it('shows the store with devtools that was made last, if the element has none', async () => {
    const first = devtoolsStore();
    first.store.set(User, ann);
    const element = await shownElement();
    const second = devtoolsStore();
    second.store.observe(second.getUser, { id: '1' }).subscribe();
    await until('it shows the second store', () => textOf(element).includes('1 key'));
    expect(textOf(element)).toContain('in flight: 1');
  });

  it('begins to record a store without the plugin', async () => {
    const store = createStore();
    const panel = await openPanel(store);
    await panel.findByText(/^No key yet/);
    store.set(User, ann);
    expect(sessionOf(store).recording.commits).toHaveLength(1);
    store.dispose();
  });

  it('leaves the page with the store, and with the element', async () => {
    const { store } = devtoolsStore();
    const element = await shownElement(store);
    store.dispose();
    await until('the button is gone', () => !element.shadowRoot?.querySelector('.root'));
    const other = await shownElement(devtoolsStore().store);
    other.remove();
    expect(other.shadowRoot?.querySelector('.root')).toBeNull();
  });

  it('takes the store that was set before the element was on the page', async () => {
    const { getUser, store } = devtoolsStore();
    store.observe(getUser, { id: '1' }).subscribe();
    const element = mountElement();
    element.store = store;
    await until('it shows the store', () => textOf(element).includes('1 key'));
    expect(element.store).toBe(store);
  });
});

describe('the panel', () => {
  it('selects tabs with the arrow keys, Home and End', async () => {
    const panel = await openPanel(devtoolsStore().store);
    const press = (key: string): void => {
      fireEvent.keyDown(panel.getByRole('tab', { selected: true }), { key });
    };
    press('ArrowRight');
    await panel.findByRole('tab', { name: 'Entities', selected: true });
    expect(focused(panel.element)?.textContent).toContain('Entities');
    press('Home');
    await panel.findByRole('tab', { name: 'Keys', selected: true });
    press('ArrowLeft');
    await panel.findByRole('tab', { name: 'Why?', selected: true });
    press('End');
    press('ArrowRight');
    await panel.findByRole('tab', { name: 'Keys', selected: true });
    expect(panel.getByRole('tabpanel', { name: 'Keys' })).toBeDefined();
  });

  it('is open at the same tab, with the same size, on the next page', async () => {
    const first = await openPanel(devtoolsStore().store, 'entities');
    await first.findByRole('tab', { name: 'Entities', selected: true });
    const grip = first.getByRole('separator');
    const height = Number(grip.getAttribute('aria-valuenow'));
    fireEvent.keyDown(grip, { key: 'ArrowUp' });
    await until('it is higher', () => grip.getAttribute('aria-valuenow') === String(height + 24));
    first.element.remove();
    const panel = inside(await shownElement(devtoolsStore().store));
    await panel.findByRole('tab', { name: 'Entities', selected: true });
    expect(panel.getByRole('separator').getAttribute('aria-valuenow')).toBe(String(height + 24));
  });

  it('ignores what it does not understand in the storage', async () => {
    localStorage.setItem('streambed-devtools', '{"isOpen":"yes","tab":"nothing","height":-3}');
    const panel = inside(await shownElement(devtoolsStore().store));
    expect(panel.getByRole('button')).toBeDefined();
    expect(panel.queryByRole('tablist')).toBeNull();
  });

  it('works where the storage is blocked', async () => {
    const blocked = (): never => {
      throw new DOMException('blocked', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked);
    const panel = await openPanel(devtoolsStore().store, 'entities');
    await panel.findByRole('tab', { name: 'Entities', selected: true });
    jest.restoreAllMocks();
    expect(localStorage).toHaveLength(0);
  });

  it('is docked at the right on demand, and pads the page while it is open', async () => {
    const panel = await openPanel(devtoolsStore().store);
    const { style } = document.documentElement;
    expect(style.paddingBottom).toMatch(/px$/);
    fireEvent.click(panel.getByRole('button', { name: 'Dock at the right' }));
    await panel.findByRole('button', { name: 'Dock at the bottom' });
    await until(
      'the page is padded',
      () => style.paddingBottom === '' && style.paddingRight !== '',
    );
    expect(panel.getByRole('separator').getAttribute('aria-orientation')).toBe('vertical');
    fireEvent.click(panel.getByRole('button', { name: 'Close' }));
    await until('the page is as before', () => style.paddingRight === '');
  });

  it('has the colors of its attribute', async () => {
    const element = await shownElement(devtoolsStore().store, { theme: 'dark' });
    const root = element.shadowRoot?.querySelector('.root');
    expect(root?.getAttribute('data-theme')).toBe('dark');
    element.setAttribute('theme', 'light');
    expect(root?.getAttribute('data-theme')).toBe('light');
  });

  it('says that the page shows an earlier state, and shows the present', async () => {
    const { inspector, store } = devtoolsStore();
    store.set(User, ann);
    const early = inspector.present();
    store.set(User, { ...ann, name: 'Later' });
    const panel = await openPanel(store);
    inspector.show(early);
    await panel.findByText(/^The page shows the state of/);
    fireEvent.click(panel.getByRole('button', { name: 'Show the present' }));
    await until('the banner is gone', () => panel.queryByText(/^The page shows/) === null);
    expect(inspector.shown$.getValue()).toBeUndefined();
    expect(store.get(User, { id: '1' })).toMatchObject({ name: 'Later' });
  });

  it('goes back to the route before', async () => {
    const { session, store } = devtoolsStore();
    const panel = await openPanel(store);
    session.open({ tab: 'entities', entity: { entityKey: 'User', pk: '1' } });
    await panel.findByRole('tab', { name: 'Entities', selected: true });
    fireEvent.click(panel.getByRole('button', { name: 'Back' }));
    await panel.findByRole('tab', { name: 'Keys', selected: true });
    expect(session.canGoBack).toBe(false);
  });

  it('shows a problem with the file of a session', async () => {
    const panel = await withFile('no JSON');
    const dismiss = await panel.findByRole('button', { name: 'Dismiss' });
    expect(dismiss.parentElement?.textContent).toContain('SB_SESSION_INVALID');
    fireEvent.click(dismiss);
    await until('it is gone', () => !dismiss.isConnected);
  });
});

/** The text of the button or the panel. */
function textOf(element: HTMLElement): string {
  return element.shadowRoot?.querySelector('.root')?.textContent ?? '';
}

/** The panel after a file was chosen. */
async function withFile(text: string) {
  const panel = await openPanel(devtoolsStore().store);
  const field = panel.getByLabelText('File of a session');
  Object.defineProperty(field, 'files', { value: [new File([text], 'session.json')] });
  fireEvent.change(field);
  return panel;
}
