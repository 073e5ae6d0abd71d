import { fireEvent, within } from '@testing-library/dom';
import { persist } from '../../../src/features/persist/persist.ts';
import { exportSession } from '../../../src/tools/devtools/sessionFile/exportSession.ts';
import { importSession } from '../../../src/tools/devtools/sessionFile/importSession.ts';
import { devtools } from '../../../src/tools/devtools/devtools.ts';
import { sessionOf } from '../../../src/tools/devtools/session/sessions.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ann, bob } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';
import { until } from '../../support/until.ts';
import { getUser, requests, settle } from '../../features/persist/persistKit.ts';
import { cleanPage, devtoolsStore, openPanel, shownElement, inside } from './panelKit.ts';

afterEach(cleanPage);

/** The tab of a store that has stored two users. */
async function storagePanel() {
  const storage = virtualStorage();
  const plugins = [devtools(), persist({ name: 'shop-1', version: 3, storage })];
  const kit = storeKit({ plugins });
  const { clock, store } = kit;
  await settle();
  const fetchUser = async (id: string, user: object): Promise<void> => {
    void store.fetch(getUser, { id });
    requests.last.answer(user);
    await settle();
  };
  const flush = async (): Promise<void> => {
    clock.advance(100);
    await settle();
  };
  await fetchUser('1', ann);
  await fetchUser('2', bob);
  await flush();
  const panel = await openPanel(store, 'storage');
  const row = (name: RegExp) => panel.findByRole('row', { name });
  const fact = (name: string): string | null =>
    panel.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? null;
  return { ...kit, fact, fetchUser, flush, panel, row, storage };
}

describe('the tab Storage', () => {
  it('shows status, name, version, session and the last flush', async () => {
    const { fact, row } = await storagePanel();
    await row(/^User/);
    expect(fact('Status')).toBe('storage');
    expect(fact('Name')).toBe('shop-1');
    expect(fact('Version')).toBe('3');
    expect(fact('Session')).toMatch(/^[\w.,]{10,}$/);
    expect(fact('Last flush')).toMatch(/2 rows, 2 results in \d+ ms$/);
  });

  it('lists rows and bytes per entity key, and the results', async () => {
    const { row } = await storagePanel();
    expect((await row(/^User/)).textContent).toMatch(/^User20\d+ B$/);
    expect((await row(/^Results/)).textContent).toMatch(/^Results2\d+ B$/);
  });

  it('counts again after a flush', async () => {
    const { fact, fetchUser, flush, row } = await storagePanel();
    await row(/^User 2/);
    await fetchUser('3', { id: '3', name: 'Cem' });
    await flush();
    await row(/^User 3/);
    expect(fact('Last flush')).toContain('1 row, 1 result');
  });

  it('counts nothing while another tab is shown', async () => {
    const { panel, fetchUser, flush, row, storage } = await storagePanel();
    await row(/^User 2/);
    fireEvent.click(panel.getByRole('tab', { name: 'Keys' }));
    await panel.findByRole('grid', { name: 'Keys' });
    await fetchUser('3', { id: '3', name: 'Cem' });
    await flush();
    storage.fail('abort');
    fireEvent.click(panel.getByRole('tab', { name: 'Storage' }));
    // The fault was left for the first count since then.
    await panel.findByText(/SB_STORAGE_UNAVAILABLE/);
    fireEvent.click(panel.getByRole('button', { name: 'Count again' }));
    expect((await row(/^User 3/)).textContent).toMatch(/^User30/);
  });

  it('forgets everything after a confirmation', async () => {
    const { fact, panel, row, store } = await storagePanel();
    await row(/^User/);
    const session = fact('Session');
    fireEvent.click(panel.getByRole('button', { name: 'Forget everything…' }));
    fireEvent.click(await panel.findByRole('button', { name: 'Cancel' }));
    await until('the question is gone', () => !panel.queryByRole('button', { name: 'Forget' }));
    expect(store.get(getUser.schema, { id: '1' })).toBeDefined();

    fireEvent.click(panel.getByRole('button', { name: 'Forget everything…' }));
    fireEvent.click(await panel.findByRole('button', { name: 'Forget' }));
    await panel.findByText('Nothing is stored.');
    expect(store.get(getUser.schema, { id: '1' })).toBeUndefined();
    expect(fact('Session')).not.toBe(session);
  });

  it('says why nothing is stored', async () => {
    const storage = virtualStorage();
    storage.fail('abort');
    const { store } = storeKit({ plugins: [devtools(), persist({ name: 'shop-1', storage })] });
    await settle();
    const panel = await openPanel(store, 'storage');
    await panel.findByText('memory');
    expect(panel.getByText(/The storage failed/)).toBeDefined();
  });

  it('is absent without persist, and in the session of a file', async () => {
    const { store } = devtoolsStore();
    const panel = inside(await shownElement(store, { open: '' }));
    await panel.findByRole('tab', { name: 'Keys' });
    expect(panel.queryByRole('tab', { name: 'Storage' })).toBeNull();
    cleanPage();

    const kit = await storagePanel();
    const session = sessionOf(kit.store);
    session.showImported(importSession(exportSession(session.recording)));
    const tabs = within(await kit.panel.findByRole('tablist'));
    await until('the tab is gone', () => !tabs.queryByRole('tab', { name: 'Storage' }));
  });
});
