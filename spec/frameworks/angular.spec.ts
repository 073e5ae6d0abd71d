import type { MountedAngular } from './mounts/angular.ts';
import { closePages, openPage } from './openPage.ts';
import { frameworkNamed } from './pageBundle.ts';
import { renderOnServer } from './renderOnServer.ts';

const angular = frameworkNamed('angular');

describe('the example of docs/angular.md', () => {
  afterEach(closePages);

  it('lets the application be stable once the data is shown, while the store has a timer', async () => {
    const { app, isBusy, store, shownNow } = await openPage<MountedAngular>(angular);
    expect(shownNow()).toEqual([]);
    await app.whenStable();
    expect(shownNow()).toEqual(['Ann']);
    expect(store.stats().timers).toBeGreaterThan(0);
    expect(isBusy()).toBe(false);
    app.destroy();
  });

  it('lets the application be stable after a failure', async () => {
    const { app, setTeam, shownNow } = await openPage<MountedAngular>(angular);
    setTeam('missing');
    await app.whenStable();
    expect(shownNow()).toEqual([expect.stringContaining('404')]);
    app.destroy();
  });

  it('disposes the store with the application', async () => {
    const { app, store } = await openPage<MountedAngular>(angular);
    await app.whenStable();
    app.destroy();
    expect(store.stats()).toMatchObject({ entries: 0, subscribers: 0, timers: 0 });
  });

  it('shows the data of the server in the browser at once, without a request', async () => {
    const { html } = await renderOnServer(angular);
    const { app, requests, shownNow } = await openPage<MountedAngular>(angular, html);
    expect(shownNow()).toEqual(['Ann']);
    await app.whenStable();
    expect(requests).toEqual([]);
    app.destroy();
  });
});
