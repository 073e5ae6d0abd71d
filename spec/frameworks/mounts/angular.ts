import { type DestroyableInjector, Injector, runInInjectionContext } from '@angular/core';
import type { Mounted } from './Mounted.ts';

interface AngularModule {
  readonly Users: new () => {
    users(): { readonly data: readonly { readonly name: string }[] | undefined };
  };
}

/** Makes the component, and reads its signal as its template does. */
export function mount({ Users }: AngularModule): Mounted {
  const injector: DestroyableInjector = Injector.create({ providers: [] });
  const component = runInInjectionContext(injector, () => new Users());
  return {
    names: () => (component.users().data ?? []).map(({ name }) => name),
    flush: () => {},
    unmount: () => injector.destroy(),
  };
}
