import { Input, type Type } from '@angular/core';

/** Declares the inputs of `Users`, as Angular's compiler does when it builds an application. */
export function declareInputs(Users: Type<unknown>): void {
  const team = [{ type: Input, args: [{ isSignal: true, alias: 'team' }] }];
  Object.assign(Users, { propDecorators: { team } });
}
