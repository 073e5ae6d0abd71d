import 'zone.js/node';
import '@angular/compiler';
import { type ApplicationRef, Component, type InjectionToken, type Type } from '@angular/core';
import { bootstrapApplication, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, renderApplication } from '@angular/platform-server';
import type { Store } from '../../../src/index.ts';
import { declareInputs } from './declareInputs.ts';
import type { Rendered } from './Mounted.ts';

interface AngularPage {
  readonly Users: Type<unknown>;
  readonly STORE: InjectionToken<Store>;
}

export async function mount({ Users, STORE }: AngularPage): Promise<Rendered> {
  declareInputs(Users);
  class App {
    readonly team = 'a';
  }
  const Root = Component({
    selector: 'app-root',
    template: '<app-users [team]="team" />',
    imports: [Users],
  })(App);
  const config = { providers: [provideServerRendering()] };
  let store: Store | undefined;
  const bootstrap = async (context: BootstrapContext): Promise<ApplicationRef> => {
    const app = await bootstrapApplication(Root, config, context);
    store = app.injector.get(STORE);
    return app;
  };
  const html = await renderApplication(bootstrap, { document: '<app-root></app-root>' });
  return { html, store: store! };
}
