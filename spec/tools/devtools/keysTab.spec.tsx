import { fireEvent, within } from '@testing-library/dom';
import { ann } from '../../support/entities.ts';
import { until } from '../../support/until.ts';
import { cleanPage, devtoolsStore, openPanel } from './panelKit.ts';

afterEach(cleanPage);

/** The panel with a key that has data, one that failed, and one in flight. */
async function keysPanel() {
  const kit = devtoolsStore();
  const { getPosts, getUser, requests, store } = kit;
  function showUsers(): void {
    for (const id of ['1', '2']) store.observe(getUser, { id }).subscribe();
  }
  showUsers();
  requests.at(0).answer(ann);
  requests.at(1).fail(new Error('Not found'));
  store.observe(getPosts, { page: 3 }).subscribe();
  const panel = await openPanel(store);
  const row = (name: RegExp): HTMLElement => panel.getByRole('row', { name });
  const select = async (name: RegExp) => {
    fireEvent.click(row(name));
    return within(await panel.findByRole('region', { name: 'Key' }));
  };
  return { ...kit, panel, row, select };
}

describe('the tab Keys', () => {
  it('lists endpoint, args, status with the time to expiry, observers and error', async () => {
    const { clock, row } = await keysPanel();
    expect(row(/"1"/).textContent).toContain('getUser{"id":"1"}valid 1:001');
    expect(row(/"2"/).textContent).toMatch(/getUser\{"id":"2"\}failed 1 s1Not found/);
    expect(row(/getPosts/).textContent).toContain('getPosts{"page":3}invalidfetching1');
    clock.adjust(18_000);
    await until('time goes on', () => row(/"1"/).textContent.includes('valid 42 s'));
  });

  it('filters by text and by status, with the number of keys of each', async () => {
    const { panel, row } = await keysPanel();
    const names = (): string[] =>
      panel
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent.split('{')[0]);
    fireEvent.input(panel.getByRole('searchbox'), { target: { value: 'posts' } });
    await until('one is left', () => names().length === 1);
    expect(row(/getPosts/)).toBeDefined();
    fireEvent.keyDown(panel.getByRole('searchbox'), { key: 'Escape' });
    await until('all are shown, and the panel is open', () => names().length === 3);
    fireEvent.click(panel.getByRole('button', { name: 'failed 1' }));
    await until('the failed one is left', () => names().length === 1);
    fireEvent.click(panel.getByRole('button', { name: 'valid 1' }));
    await until('both statuses pass', () => names().length === 2);
    fireEvent.click(panel.getByRole('button', { name: 'fetching 1' }));
    await panel.findByText('No key passes the filter.');
  });

  it('sorts by a column', async () => {
    const { panel } = await keysPanel();
    const first = (): string => panel.getAllByRole('row')[1].textContent;
    expect(first()).toContain('getUser');
    fireEvent.click(panel.getByRole('button', { name: 'Endpoint' }));
    await until('it is ascending', () => first().includes('getPosts'));
    fireEvent.click(panel.getByRole('button', { name: /^Endpoint/ }));
    await until('it is descending', () => first().includes('getUser'));
    expect(panel.getByRole('columnheader', { name: /^Endpoint/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
  });

  it('selects rows with the keyboard', async () => {
    const { panel } = await keysPanel();
    const grid = panel.getByRole('grid', { name: 'Keys' });
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await panel.findByRole('row', { name: /"1"/, selected: true });
    fireEvent.keyDown(grid, { key: 'End' });
    await panel.findByRole('row', { name: /getPosts/, selected: true });
    fireEvent.keyDown(grid, { key: 'ArrowUp' });
    const { id } = await panel.findByRole('row', { name: /"2"/, selected: true });
    expect(grid.getAttribute('aria-activedescendant')).toBe(id);
  });

  it('shows observers by label, data, result and requests of a key', async () => {
    const { select } = await keysPanel();
    const details = await select(/"1"/);
    expect(details.getByText(/^showUsers /)).toBeDefined();
    expect(details.getByLabelText('Data').textContent).toContain('name: "Ann"');
    expect(details.getByLabelText('Normalized result').textContent).toContain('"1"');
    expect(details.getByRole('button', { name: 'request 1' })).toBeDefined();
    expect(details.getByText('stored')).toBeDefined();
  });

  it('links the entities in the data', async () => {
    const { panel, select } = await keysPanel();
    const details = await select(/"1"/);
    fireEvent.click(details.getByRole('button', { name: 'User 1' }));
    await panel.findByRole('heading', { name: 'User 1' });
    expect(panel.getByRole('tab', { selected: true }).textContent).toBe('Entities');
  });

  it('opens long lists part by part, with folded items', async () => {
    const { getPosts, panel, select, store } = await keysPanel();
    const posts = Array.from({ length: 250 }, (_, id) => ({ id: `${id}`, title: `Post ${id}` }));
    store.setResponse(getPosts, { page: 4 }, posts);
    await panel.findByRole('row', { name: /"page":4/ });
    const details = await select(/"page":4/);
    const data = within(details.getByLabelText('Data'));
    expect(data.getAllByRole('listitem')).toHaveLength(101);
    fireEvent.click(data.getByRole('button', { name: '100 more' }));
    await until('200 are shown', () => data.getAllByRole('listitem').length === 201);
    expect(data.queryByText('"Post 7"')).toBeNull();
    fireEvent.click(data.getByRole('button', { name: '7', expanded: false }));
    await data.findByText('"Post 7"');
  });

  it('refetches, expires, invalidates and removes a key', async () => {
    const { getUser, inspector, requests, select, store } = await keysPanel();
    const details = await select(/"1"/);
    const press = (name: string): boolean => fireEvent.click(details.getByRole('button', { name }));
    const state = () => store.getState(getUser, { id: '1' });
    press('Refetch');
    expect(requests.count).toBe(4);
    requests.last.answer({ ...ann, name: 'Refetched' });
    expect(state().data).toMatchObject({ name: 'Refetched' });
    press('Expire');
    expect([state().status, requests.count]).toEqual(['stale', 5]);
    requests.last.answer(ann);
    press('Invalidate');
    expect([state().data, requests.count]).toEqual([undefined, 6]);
    requests.last.answer(ann);
    const { key } = store.observe(getUser, { id: '1' });
    expect(inspector.key(key)?.result).toBe('1');
    press('Remove');
    expect(inspector.key(key)?.result).toBeUndefined();
  });

  it('fails a key with a message; Escape cancels', async () => {
    const { getUser, panel, select, store } = await keysPanel();
    const details = await select(/"1"/);
    fireEvent.click(details.getByRole('button', { name: 'Fail…' }));
    const message = await details.findByRole('textbox', { name: 'Message of the error' });
    fireEvent.keyDown(message, { key: 'Escape' });
    await until('the form is closed', () => details.queryByRole('textbox') === null);
    expect(panel.getByRole('tablist')).toBeDefined();
    fireEvent.click(details.getByRole('button', { name: 'Fail…' }));
    const again = await details.findByRole('textbox', { name: 'Message of the error' });
    fireEvent.input(again, { target: { value: 'Out of order' } });
    fireEvent.click(details.getByRole('button', { name: 'Fail' }));
    expect(store.getState(getUser, { id: '1' }).error).toEqual(new Error('Out of order'));
    await details.findByText('Error: Out of order');
  });

  it('has no commands while the page shows an earlier state', async () => {
    const { inspector, select } = await keysPanel();
    inspector.show(inspector.present());
    const details = await select(/"1"/);
    const isDisabled = (name: string): boolean =>
      details.getByRole('button', { name }).hasAttribute('disabled');
    await until('they are disabled', () => isDisabled('Refetch'));
    const names = ['Expire', 'Invalidate', 'Remove', 'Fail…'];
    expect(names.map(isDisabled)).toEqual([true, true, true, true]);
    inspector.showPresent();
    await until('they are back', () => !isDisabled('Refetch'));
  });

  it('renders the visible ones of 5,000 keys', async () => {
    const { getUser, store } = devtoolsStore();
    store.batch(() => {
      for (let id = 0; id < 5_000; id++) {
        store.setResponse(getUser, { id: `${id}` }, { ...ann, id: `${id}` });
      }
    });
    const panel = await openPanel(store);
    const grid = panel.getByRole('grid', { name: 'Keys' });
    expect(grid.getAttribute('aria-rowcount')).toBe('5001');
    expect(panel.getAllByRole('row').length).toBeLessThan(100);
  });
});
