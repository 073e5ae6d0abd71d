import 'zone.js';
import '@angular/compiler';
import {
  type ApplicationRef,
  createComponent,
  type InjectionToken,
  NgZone,
  type Type,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import type { Store } from '../../../src/index.ts';
import { declareInputs } from './declareInputs.ts';
import type { Mounted } from './Mounted.ts';

interface AngularPage {
  readonly Users: Type<unknown>;
  readonly STORE: InjectionToken<Store>;
}

export interface MountedAngular extends Mounted {
  readonly app: ApplicationRef;
  /** Whether a timer or a request keeps the zone busy. */
  readonly isBusy: () => boolean;
}

export async function mount(
  { Users, STORE }: AngularPage,
  hostElement: Element,
): Promise<MountedAngular> {
  declareInputs(Users);
  const app = await createApplication();
  const { injector } = app;
  // Angular runs what it bootstraps, and all events, in its zone.
  const zone = injector.get(NgZone);
  const users = zone.run(() => {
    const made = createComponent(Users, { environmentInjector: injector, hostElement });
    made.setInput('team', 'a');
    app.attachView(made.hostView);
    return made;
  });
  return {
    app,
    store: injector.get(STORE),
    setTeam: (team) => zone.run(() => users.setInput('team', team)),
    flush: () => app.tick(),
    unmount: () => users.destroy(),
    isBusy: () => zone.hasPendingMacrotasks,
  };
}
