import { fireEvent, within } from '@testing-library/dom';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { devtools } from '../../../src/tools/devtools/devtools.ts';
import { sessionOf } from '../../../src/tools/devtools/session/sessions.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import {
  answer,
  create,
  fail,
  failure,
  rename,
  requests,
  settle,
} from '../../features/offline/offlineKit.ts';
import { User } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';
import { until } from '../../support/until.ts';
import { cleanPage, openPanel } from './panelKit.ts';

afterEach(cleanPage);
beforeEach(() => {
  requests.sent.length = 0;
});

const logIn = new Endpoint((args: { user: string; password: string }) => requests.send(args), {
  name: 'logIn',
  sideEffect: true,
  offline: { group: () => 'logIn' },
});

/** The tab of a store with an outbox that has nothing to send. */
async function outboxPanel({ persists = false } = {}) {
  const [name, storage] = ['shop-1', virtualStorage()];
  const queue = offline({ name, storage, mutations: [create, logIn, rename] });
  const others = persists ? [persist({ name, storage })] : [];
  // The wait after the first failure is 500 ms.
  const kit = storeKit({ random: () => 0.5, plugins: [devtools(), ...others, queue] });
  const { clock, store } = kit;
  await settle();
  const panel = await openPanel(store, 'storage');
  const outbox = await panel.findByRole('region', { name: 'Outbox' });
  const send = async (mutation: Promise<unknown>): Promise<void> => {
    mutation.catch(() => undefined);
    await settle();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  /** The texts of the mutations, once the tab shows as many. */
  const texts = async (count: number): Promise<readonly string[]> => {
    const items = (): readonly HTMLElement[] => within(outbox).queryAllByRole('listitem');
    await until(`${count} mutations are shown`, () => items().length === count);
    return items().map(({ textContent }) => textContent ?? '');
  };
  const shows = (text: RegExp): Promise<HTMLElement> => within(outbox).findByText(text);
  const press = async (button: string): Promise<void> => {
    fireEvent.click(await within(outbox).findByRole('button', { name: button }));
    await settle();
  };
  return { ...kit, outbox, panel, pass, press, send, shows, texts };
}

const bea = { id: '1', name: 'Bea' };
const beatrice = { id: '1', name: 'Beatrice' };

describe('the outbox in the tab Storage', () => {
  it('says that all mutations are settled, also without persist', async () => {
    const { panel, shows } = await outboxPanel();
    await shows(/The server has settled all mutations/);
    await shows(/^0 pending, 0 failed$/);
    expect(panel.queryByRole('button', { name: 'Forget everything…' })).toBeNull();
    expect(panel.getByRole('button', { name: 'Pause' })).toHaveProperty('disabled', true);
  });

  it('stands beside what persist has stored', async () => {
    const { panel, shows } = await outboxPanel({ persists: true });
    await shows(/The server has settled all mutations/);
    const forget = await panel.findByRole('button', { name: 'Forget everything…' });
    expect(forget).toHaveProperty('disabled', false);
  });

  it('shows the args, status and tries of each mutation, and why it waits', async () => {
    const { pass, send, shows, store, texts } = await outboxPanel();
    await send(store.fetch(rename, bea));
    await send(store.fetch(rename, beatrice));
    await shows(/^Try 1 is in flight\.$/);
    await fail(new TypeError('Failed to fetch'));
    await shows(/^offline$/);
    const [first, second] = await texts(2);
    expect(first).toMatch(
      /^waitingrename\(\{ id: '1', name: 'Bea' \}\)Try 2 is due at [\d:.]+, in 1 s\. TypeError: Failed to fetchmade at [\d:.]+, 1 try/,
    );
    expect(second).toContain("It is sent after rename({ id: '1', name: 'Bea' }).");
    expect(second).toContain('0 tries');
    await pass(500);
    await shows(/^Try 2 is in flight\.$/);
    await answer(bea);
    await shows(/^online$/);
    expect((await texts(1))[0]).toContain('Beatrice');
  });

  it('hides secrets in args', async () => {
    const { send, store, texts } = await outboxPanel();
    await send(store.fetch(logIn, { user: 'ann', password: 'lake' }));
    const [text] = await texts(1);
    expect(text).toContain("logIn({ user: 'ann', password: '[redacted]' })");
  });

  it('keeps a refused mutation until it is retried', async () => {
    const { press, send, shows, store, texts } = await outboxPanel();
    await send(store.fetch(rename, bea));
    await fail(failure(422));
    const [text] = await texts(1);
    expect(text).toMatch(/^failed.*It was refused.*Error 422: status 422/);
    await shows(/^0 pending, 1 failed$/);
    await press("Retry rename({ id: '1', name: 'Bea' })");
    expect(requests.count).toBe(2);
    await answer(bea);
    await shows(/The server has settled all mutations/);
    expect(store.get(User, { id: '1' })).toMatchObject(bea);
  });

  it('discards a mutation, and rolls its prediction back', async () => {
    const { press, send, shows, store } = await outboxPanel();
    await send(store.fetch(rename, bea));
    await fail(new TypeError('Failed to fetch'));
    expect(store.get(User, { id: '1' })).toMatchObject(bea);
    await press("Discard rename({ id: '1', name: 'Bea' })");
    await shows(/The server has settled all mutations/);
    expect(store.get(User, { id: '1' })).toBeUndefined();
    expect(outboxOf(store).pending$.getValue()).toEqual([]);
  });

  it('pauses, resumes, and tries all', async () => {
    const { press, send, shows, store } = await outboxPanel();
    await send(store.fetch(rename, bea));
    await fail(new TypeError('Failed to fetch'));
    await press('Try all');
    expect(requests.count).toBe(2);
    await fail(new TypeError('Failed to fetch'));
    await press('Pause');
    await shows(/^The outbox is paused\.$/);
    await press('Resume');
    await shows(/^Try 3 is in flight\.$/);
    expect(requests.count).toBe(3);
  });

  it('has no commands while an earlier state is shown', async () => {
    const { outbox, send, store, texts } = await outboxPanel();
    store.set(User, { id: '2', name: 'Cem' });
    await send(store.fetch(rename, bea));
    await fail(new TypeError('Failed to fetch'));
    await texts(1);
    const { inspector, recording } = sessionOf(store);
    const enabled = (): number => outbox.querySelectorAll('button:enabled').length;
    expect(enabled()).toBe(4);
    inspector.show(recording.commits[0].snapshot);
    await until('no command is enabled', () => enabled() === 0);
    inspector.showPresent();
    await until('all commands are enabled', () => enabled() === 4);
  });

  it('lists a hundred mutations, and counts the others', async () => {
    const { send, shows, store, texts } = await outboxPanel();
    outboxOf(store).pause();
    for (let id = 0; id < 103; id++) {
      store.fetch(rename, { id: `${id}`, name: 'Ann' }).catch(() => undefined);
    }
    await send(store.fetch(rename, bea));
    await shows(/^and 4 more$/);
    expect(await texts(100)).toHaveLength(100);
  });
});
