import { fireEvent, within } from '@testing-library/dom';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ann, bob, Link, User } from '../../support/entities.ts';
import { until } from '../../support/until.ts';
import { cleanPage, devtoolsStore, openPanel } from './panelKit.ts';

afterEach(cleanPage);

/** The panel with two users, a post and a removed user. */
async function entitiesPanel() {
  const kit = devtoolsStore();
  const { getPosts, requests, store } = kit;
  const posts: unknown[] = [];
  store.observe(getPosts, { page: 1 }).subscribe(({ data }) => posts.push(data));
  requests.last.answer([{ id: '9', title: 'Hello', author: ann }]);
  store.set(User, bob);
  store.set(User, { id: '4', name: 'Gone', email: '' });
  store.set(new Invalidate(User), { id: '4' });
  const panel = await openPanel(store, 'entities');
  const choose = async (entityKey: string): Promise<void> => {
    const field = await panel.findByLabelText('Entity class');
    fireEvent.change(field, { target: { value: entityKey } });
    await panel.findByRole('grid', { name: `Entities of ${entityKey}` });
  };
  const select = async (name: RegExp) => {
    fireEvent.click(await panel.findByRole('row', { name }));
    return within(await panel.findByRole('region', { name: 'Entity' }));
  };
  return { ...kit, choose, panel, select };
}

const rowTexts = (panel: { getAllByRole: (role: string) => HTMLElement[] }): string[] =>
  panel
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('the tab Entities', () => {
  it('lists entity classes with counts, and the rows of one; removed ones are marked', async () => {
    const { choose, panel } = await entitiesPanel();
    const classes = await panel.findAllByRole('option');
    expect(classes.map(({ textContent }) => textContent)).toEqual(['Post (1)', 'User (2)']);
    await choose('User');
    expect(rowTexts(panel)).toEqual([
      '1{ id: "1", name: "Ann", email: "ann@example.org" }1:00',
      '2{ id: "2", name: "Bob", email: "bob@example.org" }1:00',
      '4removed',
    ]);
  });

  it('searches pks and members, and follows changes', async () => {
    const { choose, panel, store } = await entitiesPanel();
    await choose('User');
    fireEvent.input(panel.getByRole('searchbox'), { target: { value: 'BOB@' } });
    await until('one row is left', () => rowTexts(panel).length === 1);
    expect(rowTexts(panel)[0]).toContain('Bob');
    store.set(User, { ...ann, email: 'bob@elsewhere.example' });
    await until('the changed one is found', () => rowTexts(panel).length === 2);
  });

  it('edits one member as JSON', async () => {
    const { choose, panel, select, store } = await entitiesPanel();
    await choose('User');
    const details = await select(/Ann/);
    fireEvent.click(details.getByRole('button', { name: 'Edit name' }));
    const field = await details.findByRole('textbox', { name: 'name as JSON' });
    expect(Reflect.get(field, 'value')).toBe('"Ann"');
    fireEvent.input(field, { target: { value: '"Edited"' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(store.get(User, { id: '1' })).toEqual({ ...ann, name: 'Edited' });
    await until('the list follows', () => rowTexts(panel)[0].includes('Edited'));
    expect(details.queryByRole('textbox')).toBeNull();
  });

  it('edits the whole record, and reports text that is no JSON object', async () => {
    const { choose, select, store } = await entitiesPanel();
    await choose('User');
    const details = await select(/Ann/);
    const before = store.get(User, { id: '1' });
    fireEvent.click(details.getByRole('button', { name: 'Edit as JSON' }));
    const field = await details.findByRole('textbox', { name: 'Record as JSON' });
    const save = (text: string): void => {
      fireEvent.input(field, { target: { value: text } });
      fireEvent.click(details.getByRole('button', { name: 'Save' }));
    };
    save('{ "id": ');
    await details.findByText(/^This is no JSON/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    save('[1]');
    await details.findByText(/^A record is an object/);
    expect(store.get(User, { id: '1' })).toBe(before);
    save('{ "id": "1", "name": "Whole", "email": "" }');
    expect(store.get(User, { id: '1' })).toEqual({ id: '1', name: 'Whole', email: '' });
  });

  it('cancels an edit with Escape, and stays open', async () => {
    const { choose, panel, select, store } = await entitiesPanel();
    await choose('User');
    const details = await select(/Ann/);
    fireEvent.click(details.getByRole('button', { name: 'Edit name' }));
    const field = await details.findByRole('textbox');
    fireEvent.input(field, { target: { value: '"Never"' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    await until('the field is gone', () => details.queryByRole('textbox') === null);
    expect(panel.getByRole('tablist')).toBeDefined();
    expect(store.get(User, { id: '1' })).toEqual(ann);
  });

  it('shows what changed an entity last and what contains it, as links', async () => {
    const { choose, panel, select } = await entitiesPanel();
    await choose('User');
    const details = await select(/Ann/);
    expect(details.getByRole('button', { name: 'commit 1' })).toBeDefined();
    expect(details.getByRole('button', { name: 'request 1' })).toBeDefined();
    expect(details.getByRole('button', { name: 'getPosts' })).toBeDefined();
    fireEvent.click(details.getByRole('button', { name: 'Post 9' }));
    await panel.findByRole('heading', { name: 'Post 9' });
    fireEvent.click(panel.getAllByRole('button', { name: 'getPosts' })[0]);
    await panel.findByRole('tab', { name: 'Keys', selected: true });
    await panel.findByRole('heading', { name: 'getPosts' });
  });

  it('shows optimistic layers above the confirmed entities, with their mutation', async () => {
    const { choose, inspector, panel, rename, requests, select, store } = await entitiesPanel();
    void store.fetch(rename, { id: '1', name: 'Predicted' });
    const layers = within(await panel.findByRole('list', { name: 'Optimistic layers' }));
    expect(layers.getByText('rename')).toBeDefined();
    expect(layers.getByRole('button', { name: 'User 1' })).toBeDefined();
    expect(layers.getByRole('button', { name: 'request 2' })).toBeDefined();
    await choose('User');
    const details = await select(/Predicted/);
    await details.findByText('predicted by rename');
    inspector.show(inspector.present());
    await until(
      'layers are those of the present',
      () => details.queryByText(/^predicted/) === null,
    );
    inspector.showPresent();
    await details.findByText('predicted by rename');
    requests.last.answer({ ...ann, name: 'Confirmed' });
    await until('the layer is gone', () => details.queryByText(/^predicted by/) === null);
    const list = { name: 'Optimistic layers' };
    await until('the list is gone', () => panel.queryByRole('list', list) === null);
  });

  it('renders the visible ones of 20,000 rows', async () => {
    const { store } = devtoolsStore();
    const links = Array.from({ length: 20_000 }, (_, id) => ({ id: `${id}`, url: `/${id}` }));
    store.set([Link], links);
    const panel = await openPanel(store, 'entities');
    const grid = await panel.findByRole('grid', { name: 'Entities of Link' });
    expect(grid.getAttribute('aria-rowcount')).toBe('20001');
    expect(panel.getAllByRole('row').length).toBeLessThan(100);
    fireEvent.keyDown(grid, { key: 'End' });
    await panel.findByRole('heading', { name: 'Link 19999' });
  });
});
