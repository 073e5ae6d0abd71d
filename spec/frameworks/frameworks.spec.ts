import { closePages, openPage } from './openPage.ts';
import { frameworks } from './pageBundle.ts';

describe.each(frameworks)('the examples of the pages of frameworks: $name', (framework) => {
  afterEach(closePages);

  it('fetches, shows every change, and unsubscribes with the component', async () => {
    const { store, User, shown, shownNow, flush, unmount } = await openPage(framework);
    expect(shownNow()).toEqual([]);
    expect(store.stats().subscribers).toBe(1);
    expect(await shown()).toEqual(['Ann']);

    store.set(User, { id: '1', name: 'Anna' });
    expect(await shown()).toEqual(['Anna']);

    unmount();
    await flush();
    expect(store.stats().subscribers).toBe(0);
    store.dispose();
  });

  it('follows arguments that change, and shows cached data at once', async () => {
    const { store, setTeam, shown, shownNow, flush, requests } = await openPage(framework);
    expect(await shown()).toEqual(['Ann']);

    setTeam('b');
    await flush();
    expect(await shown()).toEqual(['Bob']);
    expect(store.stats().subscribers).toBe(1);

    setTeam('a');
    await flush();
    expect(shownNow()).toEqual(['Ann']);
    expect(requests).toEqual(['a', 'b']);
    store.dispose();
  });

  it('requests nothing for null', async () => {
    const { store, setTeam, shown, shownNow, flush, requests } = await openPage(framework);
    expect(await shown()).toEqual(['Ann']);

    setTeam(null);
    await flush();
    expect(shownNow()).toEqual([]);
    expect(requests).toEqual(['a']);
    expect(store.stats().subscribers).toBe(0);
    store.dispose();
  });

  it('shows a failure, and then the data of other arguments', async () => {
    const { store, setTeam, shown, flush } = await openPage(framework);
    setTeam('missing');
    await flush();
    expect(await shown()).toEqual([expect.stringContaining('404')]);

    setTeam('b');
    await flush();
    expect(await shown()).toEqual(['Bob']);
    store.dispose();
  });
});
