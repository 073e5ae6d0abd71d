import { DEVELOPMENT } from '../../shared/development.ts';
import { encodeKey } from '../../shared/encodeKey.ts';
import { redefine } from '../../shared/redefine.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { warnOfName } from '../../shared/warnOfName.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import { areFixed } from './areFixed.ts';
import type { FetchFunction } from './EndpointInterface.ts';
import type { EndpointOptions } from './EndpointOptions.ts';
import { labelOf } from './labelOf.ts';
import { namedByFunction } from './namedByFunction.ts';
import { optionProblem } from './optionProblem.ts';

/** The implementation of {@link Endpoint}, which has the public types. */
export class EndpointFunction {
  // A pure call in a static field, so that bundles without endpoints do not contain the class. Not a static block: React Native's Babel
  // preset does not support them.
  protected static readonly isFunction = /* @__PURE__ */ inheritsFromFunction(this);

  constructor(fn?: FetchFunction, options: EndpointOptions = {}) {
    const endpoint = makeCallable(new.target.prototype);
    if (fn) addOptions(endpoint, fn.name ? { fetch: fn, name: fn.name } : { fetch: fn });
    addOptions(endpoint, options);
    if (fn?.name && !options.name && !('key' in options)) namedByFunction.add(endpoint);
    const isPlain = new.target === EndpointFunction;
    if (DEVELOPMENT && fn?.name && isPlain && !('name' in options) && !('key' in options)) {
      warnOnce('SB_ENDPOINT_NAME_IMPLIED', `Endpoint "${fn.name}" is named after its function.`);
    }
    // The constructor returns a function instead of `this`; its prototype is the same.
    return endpoint;
  }

  get name(): string {
    return '';
  }

  // Some compilers assign class fields. Without a setter the assignment would throw.
  set name(name: string) {
    redefine(this, 'name', name);
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
      warnOnce('SB_TEST_KEY_MISSING', `Endpoint "${this.name}" overrides key but not testKey.`);
    }
    return key.startsWith(`${nameOf(this)} [`);
  }

  get isKeyOfArgs(): boolean {
    return areFixed(this, EndpointFunction, ['key', 'name']);
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

/** Gives endpoints `call` and `apply`; `extends Function` would need eval. */
function inheritsFromFunction({ prototype }: { readonly prototype: object }): boolean {
  return Reflect.setPrototypeOf(prototype, Function.prototype);
}

function nameOf({ name }: { readonly name: string }): string {
  if (name) return name;
  throw new StreambedError('SB_ENDPOINT_NAME_MISSING', 'An endpoint needs a name to have a key.');
}

/**
 * Defines every own member of `options` on the endpoint, getters as getters. An undefined option
 * does not replace what the class provides, so optional options can be passed on. Throws
 * `SB_OPTION_INVALID` for an invalid value.
 */
function addOptions(endpoint: EndpointFunction, options: object): void {
  let problem: string | undefined;
  for (const member of Reflect.ownKeys(options)) {
    const descriptor = Object.getOwnPropertyDescriptor(options, member)!;
    const isValue = 'value' in descriptor;
    if (isValue && descriptor.value === undefined && isProvided(endpoint, member)) continue;
    // Getters are not checked: `descriptor.value` is undefined.
    problem ??= optionProblem(member, descriptor.value);
    // Options may be frozen, but class fields are defined later and must win.
    const freed = { ...descriptor, configurable: true, ...(isValue && { writable: true }) };
    Object.defineProperty(endpoint, member, freed);
  }
  if (DEVELOPMENT) warnOfOptions(endpoint, options);
  if (problem === undefined) return;
  // Thrown last: the message needs the name.
  throw new StreambedError('SB_OPTION_INVALID', `${labelOf(endpoint)}: ${problem}.`);
}

/** Options that further members of an endpoint may be meant to be. Short names are like too many words. */
const OPTIONS = [
  ...['schema', 'sideEffect', 'dataExpiryLength', 'errorExpiryLength', 'errorPolicy', 'testKey'],
  ...['getOptimisticResponse', 'invalidIfStale', 'pollFrequency', 'retry', 'timeout', 'signal'],
  ...[
    'cancel',
    'pages',
    'fetch',
    'method',
    'urlPrefix',
    'searchParams',
    'searchToString',
    'content',
  ],
  ...['process', 'parseResponse', 'fetchResponse', 'getHeaders', 'getRequestInit', 'requestInit'],
];

function warnOfOptions(endpoint: EndpointFunction, options: object): void {
  for (const name of Object.keys(options)) {
    const isOther = !(name in Object.getPrototypeOf(endpoint));
    if (isOther) warnOfName(name, OPTIONS, labelOf(endpoint));
  }
  const { schema } = options as { readonly schema?: unknown };
  if (typeof schema === 'string') {
    const what = `its schema is a text; a schema is a class or an object`;
    warnOnce('SB_SCHEMA_INVALID', `${labelOf(endpoint)}: ${what}.`);
  }
}

/** Whether the class of an endpoint has a member. Undefined is a value of `schema` and `sideEffect`. */
function isProvided(endpoint: object, member: PropertyKey): boolean {
  let at = endpoint;
  // Endpoints are functions; the first object behind them in the chain is the class's prototype.
  while (typeof at === 'function') at = Object.getPrototypeOf(at) as object;
  return member in at && member !== 'schema' && member !== 'sideEffect';
}

/** Returns a function with the given prototype. It calls its own `fetch`, with itself as `this`. */
function makeCallable(prototype: EndpointFunction): EndpointFunction {
  const callable = ((...args: unknown[]) => callable.fetch(...args)) as unknown as EndpointFunction;
  // Own `name` and `length` would hide those of the prototype.
  Reflect.deleteProperty(callable, 'name');
  Reflect.deleteProperty(callable, 'length');
  return Object.setPrototypeOf(callable, prototype) as EndpointFunction;
}

/** `fetch` runs with `thisArg`, or with the extension if `thisArg` is null or undefined. */
function boundMembers(target: EndpointFunction, thisArg: unknown, given: readonly unknown[]) {
  return {
    fetch(this: unknown, ...args: unknown[]): unknown {
      return target.fetch.apply(thisArg ?? this, [...given, ...args]);
    },
    key(this: EndpointFunction, ...args: unknown[]): string {
      return target.key.apply(this, [...given, ...args]);
    },
    testKey(this: EndpointFunction, key: string): boolean {
      return target.testKey.call(this, key);
    },
  };
}
