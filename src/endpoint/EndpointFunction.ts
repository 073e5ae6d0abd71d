import { DEVELOPMENT } from '../shared/development.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { warnOnce } from '../shared/warnOnce.ts';
import { addOptions } from './addOptions.ts';
import { boundMembers } from './boundMembers.ts';
import type { EndpointOptions } from './EndpointOptions.ts';
import type { FetchFunction } from './FetchFunction.ts';
import { makeCallable } from './makeCallable.ts';
import { redefine } from '../shared/redefine.ts';

/** The implementation of {@link Endpoint}, which has the public types. */
export class EndpointFunction {
  constructor(fn?: FetchFunction, options: EndpointOptions = {}) {
    const endpoint = makeCallable(new.target.prototype);
    if (fn) addOptions(endpoint, fn.name ? { fetch: fn, name: fn.name } : { fetch: fn });
    addOptions(endpoint, options);
    const isPlain = new.target === EndpointFunction;
    if (DEVELOPMENT && fn?.name && isPlain && !('name' in options) && !('key' in options)) {
      warnOnce(
        `endpoint "${fn.name}" is named after its function, which minifiers rename; give the option name.`,
      );
    }
    // The constructor returns a function instead of `this`; its prototype is the same.
    return endpoint as unknown as this;
  }

  get name(): string {
    return '';
  }
  set name(value: string) {
    redefine(this, 'name', value);
  }

  fetch(..._args: unknown[]): unknown {
    throw new TypeError(`Endpoint "${this.name}" has no function: pass one or define fetch.`);
  }

  key(...args: unknown[]): string {
    let length = args.length;
    while (length > 0 && args[length - 1] === undefined) length--;
    return `${nameOf(this)} ${encodeKey(args.slice(0, length), this)}`;
  }

  testKey(key: string): boolean {
    const { prototype } = EndpointFunction;
    if (DEVELOPMENT && this.key !== prototype.key && this.testKey === prototype.testKey) {
      warnOnce(
        `endpoint "${this.name}" overrides key but not testKey, so invalidateAll and expireAll miss its keys.`,
      );
    }
    return key.startsWith(`${nameOf(this)} [`);
  }

  extend(options: EndpointOptions): object {
    const endpoint = makeCallable(this);
    addOptions(endpoint, options);
    return endpoint;
  }

  bind(thisArg: unknown, ...given: unknown[]): object {
    return this.extend(boundMembers(this, thisArg, given));
  }
}

// Inherits `call` and `apply` from Function; `extends Function` would need eval. Not a static
// block: React Native's Babel preset does not support them.
Object.setPrototypeOf(EndpointFunction.prototype, Function.prototype);

function nameOf({ name }: { readonly name: string }): string {
  if (name) return name;
  throw new StreambedError('SB_ENDPOINT_NAME_MISSING', 'An endpoint needs a name to have a key.');
}
