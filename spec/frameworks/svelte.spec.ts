import { closePages, openPage } from './openPage.ts';
import { frameworkNamed } from './pageBundle.ts';

describe("Svelte's fromStore", () => {
  afterEach(closePages);

  it('throws when a component that passed it an observable is destroyed, and stays subscribed', async () => {
    const svelte = { ...frameworkNamed('svelte'), modules: ['api', 'unwrapped.svelte'] };
    const { store, shown, flush, unmount } = await openPage(svelte);
    expect(await shown()).toEqual(['Ann']);
    unmount();
    await expect(flush()).rejects.toThrow('is not a function');
    expect(store.stats().subscribers).toBe(1);
    store.dispose();
  });
});
