import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StoreProvider, useDLE } from 'streambed/react';
import { mountPanel } from '../../../src/tools/devtools/panel/mountPanel.tsx';
import { sessionOf } from '../../../src/tools/devtools/session/sessions.ts';
import type { Route } from '../../../src/tools/devtools/session/Route.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ann, bob, User } from '../../support/entities.ts';

/** A page with a component that shows a user, and the panel, open on a tab. */
async function pageWithPanel(tab: Route['tab']) {
  const store = createStore();
  const session = sessionOf(store);
  const requests = new FakeRequests();
  const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
  const rename = new Endpoint(requests.send, {
    name: 'rename',
    schema: User,
    sideEffect: true,
  });
  function Name() {
    const { data } = useDLE(getUser, { id: '1' });
    return <h1>{data?.name ?? '…'}</h1>;
  }
  await act(async () => {
    render(
      <StoreProvider store={store}>
        <Name />
      </StoreProvider>,
    );
  });
  const host = document.createElement('div');
  document.body.append(host);
  const panel = mountPanel(host.attachShadow({ mode: 'open' }), session, {});
  ends.push(() => {
    panel.unmount();
    host.remove();
    store.dispose();
  });
  session.open({ tab });
  // The cast holds: a shadow root can be searched like an element.
  const inPanel = within(host.shadowRoot as unknown as HTMLElement);
  const answer = (response: unknown): Promise<void> =>
    act(async () => requests.last.answer(response));
  const rows = (): (string | null)[] =>
    inPanel
      .queryAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  return { answer, getUser, inPanel, rename, requests, rows, session, store };
}

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  cleanup();
  localStorage.clear();
});

const title = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;

async function set(store: ReturnType<typeof createStore>, name: string): Promise<void> {
  await act(async () => store.set(User, { id: '1', name }));
}

describe('the tab Timeline', () => {
  it('lists commits and requests as they happen, with what they changed and rendered', async () => {
    const { answer, rows, store } = await pageWithPanel('timeline');
    await answer(ann);
    await set(store, 'Anna');
    await waitFor(() => expect(rows()).toHaveLength(3));
    const [request, response, write] = rows();
    expect(request).toContain("getUser({ id: '1' })");
    expect(request).toContain('stored');
    expect(response).toContain('User: 1 added');
    expect(write).toContain('set User');
    expect(write).toContain('rendered Name');
  });

  it('shows an earlier state on the page, steps with the arrow keys, and shows the present', async () => {
    const { answer, inPanel, rows, store } = await pageWithPanel('timeline');
    await answer(ann);
    await set(store, 'Anna');
    await set(store, 'Annika');
    await waitFor(() => expect(rows()).toHaveLength(4));
    fireEvent.click(inPanel.getAllByRole('row')[2]);
    fireEvent.click(await inPanel.findByRole('button', { name: 'Show this state' }));
    await waitFor(() => expect(title()).toBe('Ann'));
    const grid = inPanel.getByRole('grid');
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await waitFor(() => expect(title()).toBe('Anna'));
    await waitFor(() => expect(rows()[2]).toContain('shown on the page'));
    await set(store, 'Nina');
    expect(title()).toBe('Anna');
    await waitFor(() => expect(rows()[4]).toContain('held'));
    fireEvent.click(inPanel.getAllByRole('button', { name: 'Show the present' })[0]);
    await waitFor(() => expect(title()).toBe('Nina'));
    await waitFor(() => expect(rows().join()).not.toContain('held'));
  });

  it('shows a commit with Enter, and the differences of its entities', async () => {
    const { answer, inPanel, rows, store } = await pageWithPanel('timeline');
    await answer(ann);
    await set(store, 'Anna');
    await waitFor(() => expect(rows()).toHaveLength(3));
    fireEvent.click(inPanel.getAllByRole('row')[3]);
    const details = await inPanel.findByRole('region', { name: 'Commit' });
    const member = within(details).getByRole('row', { name: /^name/ });
    expect(member.textContent).toBe("name'Ann''Anna'");
    fireEvent.click(inPanel.getAllByRole('row', { selected: false })[1]);
    await inPanel.findByRole('heading', { name: 'Commit #1' });
    fireEvent.keyDown(inPanel.getByRole('grid'), { key: 'Enter' });
    await waitFor(() => expect(title()).toBe('Ann'));
  });

  it('filters by text and pauses', async () => {
    const { answer, inPanel, rows, store } = await pageWithPanel('timeline');
    await answer(ann);
    await set(store, 'Anna');
    await waitFor(() => expect(rows()).toHaveLength(3));
    const field = inPanel.getByRole('searchbox', { name: 'Filter the timeline' });
    fireEvent.input(field, { target: { value: 'setresponse' } });
    await waitFor(() => expect(rows()).toHaveLength(1));
    fireEvent.input(field, { target: { value: '' } });
    fireEvent.click(inPanel.getByRole('button', { name: 'Pause' }));
    await inPanel.findByRole('button', { name: 'Paused' });
    await set(store, 'Nina');
    fireEvent.click(inPanel.getByRole('button', { name: 'Paused' }));
    await inPanel.findByRole('button', { name: 'Pause' });
    expect(rows()).toHaveLength(3);
  });
});

describe('the tab Requests', () => {
  it('lists requests with outcome and reason, and refetches after a conflict', async () => {
    const { answer, getUser, inPanel, rename, requests, rows, store } =
      await pageWithPanel('requests');
    await answer(ann);
    await act(async () => void store.fetch(getUser, { id: '1' }));
    const read = requests.last;
    await act(async () => void store.fetch(rename, { id: '1', name: 'Anna' }));
    await act(async () => {
      read.answer({ ...ann, name: 'Bo' });
      requests.last.answer({ ...ann, name: 'Anna' });
    });
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(rows()[2]).toContain('mutation');
    expect(rows()[3]).toContain('fetched again');
    expect(rows()[3]).toContain('pending');
    fireEvent.click(inPanel.getAllByRole('row')[4]);
    const details = await inPanel.findByRole('region', { name: 'Request' });
    expect(details.textContent).toContain('Fetched again because getUser');
    fireEvent.click(within(details).getByRole('button', { name: /^getUser \[/ }));
    await waitFor(() =>
      expect(inPanel.getByRole('tab', { selected: true }).textContent).toBe('Keys'),
    );
  });

  it('shows the error of a failed request', async () => {
    const { getUser, inPanel, requests, rows, store } = await pageWithPanel('requests');
    await act(async () => requests.last.fail(new Error('The server is down')));
    await waitFor(() => expect(rows()[0]).toContain('failed'));
    fireEvent.click(inPanel.getAllByRole('row')[1]);
    expect(await inPanel.findByText('Error: The server is down')).toBeTruthy();
    expect(store.getState(getUser, { id: '1' }).error).toBeDefined();
  });
});

describe('the tab Why?', () => {
  it('explains a value that is picked on the page, back to its request', async () => {
    const { answer, inPanel } = await pageWithPanel('why');
    await answer(ann);
    fireEvent.click(await inPanel.findByRole('button', { name: 'Pick a value on the page' }));
    await inPanel.findByRole('button', { name: 'Stop picking' });
    fireEvent.click(screen.getByRole('heading', { level: 1 }));
    const chosen = await inPanel.findByRole('button', { pressed: true });
    expect(chosen.textContent).toContain('User 1');
    const text = inPanel.getByRole('region', { name: 'Explanation' }).textContent;
    expect(text).toContain('Shown byName through getUser');
    expect(text).toContain('valid');
    expect(text).toContain("setResponse getUser({ id: '1' })");
    expect(text).toContain('The key had no data. Requested by Name.');
  });

  it('explains an entity, with the layer that predicts it', async () => {
    const { answer, inPanel, requests, session, store } = await pageWithPanel('why');
    await answer(ann);
    await act(async () => store.set(User, bob));
    const predict = new Endpoint(requests.send, {
      name: 'predict',
      schema: User,
      sideEffect: true,
      getOptimisticResponse: () => ({ id: '2', name: 'Bobby' }),
    });
    await act(async () => void store.fetch(predict));
    session.open({ tab: 'why', entity: { entityKey: 'User', pk: '2' } });
    await inPanel.findByRole('heading', { name: 'User 2' });
    const text = inPanel.getByRole('region', { name: 'Explanation' }).textContent;
    expect(text).toContain('"Bobby"');
    expect(text).toContain('Predicted by pending mutations');
    expect(text).toContain('predict()');
  });

  it('explains why an entity left one list and joined another one, as the tab Timeline does', async () => {
    const { inPanel, session, store } = await pageWithPanel('why');
    const getNamed = new Endpoint((_args: { name: string }): object[] => [], {
      name: 'getNamed',
      schema: new Collection([User]),
    });
    await act(async () => {
      store.setResponse(getNamed, { name: 'Ann' }, [ann]);
      store.setResponse(getNamed, { name: 'Anna' }, []);
    });
    await set(store, 'Anna');
    session.open({ tab: 'why', entity: { entityKey: 'User', pk: '1' } });
    await inPanel.findByRole('heading', { name: 'User 1' });
    const text = inPanel.getByRole('region', { name: 'Explanation' }).textContent;
    const { version } = session.recording.commits.at(-1)!;
    expect(text).toContain(`left { name: 'Ann' } because \`name\` changed, commit ${version}`);
    expect(text).toContain(`joined { name: 'Anna' } because \`name\` changed, commit ${version}`);
    session.open({ tab: 'timeline', commit: version });
    expect(await inPanel.findByText("left { name: 'Ann' } because `name` changed")).toBeTruthy();
  });

  it('says that the store does not have a value', async () => {
    const { inPanel, session } = await pageWithPanel('why');
    session.open({ tab: 'why', value: {} });
    expect(await inPanel.findByText(/The store does not have this value/)).toBeTruthy();
  });
});
