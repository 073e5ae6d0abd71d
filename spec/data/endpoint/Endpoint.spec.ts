import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { codeOf } from './codeOf.ts';

describe('Endpoint', () => {
  it('is a function that calls the given one with itself as this', async () => {
    const greet = new Endpoint(
      async function (this: { readonly greeting?: unknown }, name: string) {
        return `${String(this.greeting)} ${name}`;
      },
      { name: 'greet', greeting: 'Hello' },
    );
    expect(typeof greet).toBe('function');
    await expect(greet('Ann')).resolves.toBe('Hello Ann');
    await expect(greet.call(undefined, 'Bo')).resolves.toBe('Hello Bo');
    await expect(greet.apply(undefined, ['Cy'])).resolves.toBe('Hello Cy');
  });

  it('is an instance of its class, of its base and of Function', () => {
    class Special extends Endpoint<() => number> {}
    const endpoint = new Special(() => 1);
    expect(endpoint).toBeInstanceOf(Special);
    expect(endpoint).toBeInstanceOf(Endpoint);
    expect(endpoint).toBeInstanceOf(Function);
    expect(endpoint.extend({ token: 1 })).toBeInstanceOf(Special);
  });

  it('returns what its function returns', () => {
    const value = { a: 1 };
    const endpoint = new Endpoint(() => value, { name: 'value' });
    expect(endpoint()).toBe(value);
  });

  it('keeps its options and further members', () => {
    const endpoint = new Endpoint(() => 1, {
      name: 'one',
      schema: [String],
      dataExpiryLength: 5,
      token: 'secret',
    });
    expect(Object.assign({}, endpoint)).toMatchObject({
      name: 'one',
      schema: [String],
      dataExpiryLength: 5,
      token: 'secret',
    });
    expect(endpoint.sideEffect).toBeUndefined();
  });

  it('keeps getters as getters', () => {
    let token = 'first';
    const endpoint = new Endpoint(() => 1, {
      name: 'one',
      get token() {
        return token;
      },
    });
    token = 'second';
    expect(endpoint.token).toBe('second');
    expect(endpoint.extend({ name: 'two' }).token).toBe('second');
  });

  it('does not call getters when it is created', () => {
    const get = jest.fn(() => 5);
    const options = Object.defineProperty({ name: 'one' }, 'dataExpiryLength', { get });
    expect(new Endpoint(() => 1, options).name).toBe('one');
    expect(get).not.toHaveBeenCalled();
  });

  it('accepts frozen options', () => {
    class WithField extends Endpoint<() => number> {
      override dataExpiryLength = 7;
    }
    const options = Object.freeze({ name: 'one', dataExpiryLength: 5 });
    expect(new WithField(() => 1, options as object).dataExpiryLength).toBe(7);
  });

  it('lets extend win over class fields, fields over options, options over methods and getters', () => {
    class Layered extends Endpoint<() => string> {
      field = 'field';
      get getter() {
        return 'getter';
      }
      method() {
        return 'method';
      }
    }
    const options = { name: 'a', field: 'option', getter: 'option', method: () => 'option' };
    const endpoint = new Layered(() => '', options);
    expect([endpoint.field, endpoint.getter, endpoint.method()]).toEqual([
      'field',
      'option',
      'option',
    ]);
    const extended = endpoint.extend({ field: 'extended', getter: 'extended' });
    expect([extended.field, extended.getter]).toEqual(['extended', 'extended']);
  });

  it('keeps what the class provides if an option is undefined', () => {
    const endpoint = new Endpoint(() => 1, { name: 'one' });
    const same = endpoint.extend({ key: undefined, name: undefined, fetch: undefined } as object);
    expect(same.key()).toBe(endpoint.key());
    expect(same()).toBe(1);
    expect(
      endpoint.extend({ schema: String }).extend({ schema: undefined }).schema,
    ).toBeUndefined();
  });

  it('needs no function if its class has fetch', () => {
    class Static extends Endpoint<(n: number) => number> {
      override fetch(n: number) {
        return n + 1;
      }
    }
    expect(new Static()(1)).toBe(2);
    expect(() => (new Endpoint() as () => unknown)()).toThrow(TypeError);
  });

  it('works where eval is forbidden', () => {
    const evaluate = jest.spyOn(globalThis, 'Function').mockImplementation(() => {
      throw new EvalError('forbidden by policy');
    });
    try {
      expect(new Endpoint(() => 1, { name: 'one' })()).toBe(1);
    } finally {
      evaluate.mockRestore();
    }
  });
});

describe('Endpoint.key', () => {
  const endpoint = new Endpoint((..._args: unknown[]) => 1, { name: 'getUser' });

  it('contains the name and the canonical arguments', () => {
    expect(endpoint.key({ id: '1' })).toBe('getUser [{"id":"1"}]');
    expect(endpoint.key({ b: 1, a: 2 })).toBe(endpoint.key({ a: '2', b: '1', c: undefined }));
  });

  it('ignores trailing undefined arguments', () => {
    expect(endpoint.key(1, undefined)).toBe(endpoint.key(1));
    expect(endpoint.key(undefined, 1)).not.toBe(endpoint.key(1));
  });

  it('uses the name of the function and warns once in development that minifiers change it', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    const make = () => new Endpoint(function getOnce() {});
    expect(make().key()).toBe('getOnce []');
    make();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0][0]).toContain('getOnce');
    warn.mockRestore();
  });

  it('throws without a name, but only when the key is needed', () => {
    const nameless = new Endpoint(() => 1);
    expect(nameless()).toBe(1);
    expect(codeOf(() => nameless.key())).toBe('SB_ENDPOINT_NAME_MISSING');
    expect(codeOf(() => nameless.testKey(''))).toBe('SB_ENDPOINT_NAME_MISSING');
    expect(nameless.extend({ key: () => 'own' }).key()).toBe('own');
  });

  it('names the endpoint if an argument cannot be encoded', () => {
    expect(() => endpoint.key({ f: () => 1 })).toThrow('Endpoint "getUser": args[0].f');
  });

  it('can be replaced by a function that has the endpoint as this', () => {
    const own = endpoint.extend({
      tenant: 'a',
      key(id) {
        return `${String(this.tenant)}/${String(id)}`;
      },
    });
    expect(own.key(5)).toBe('a/5');
  });
});

describe('Endpoint.testKey', () => {
  const endpoint = new Endpoint((..._args: unknown[]) => 1, { name: 'get' });

  it('recognizes the keys of the endpoint, for any arguments', () => {
    expect(endpoint.testKey(endpoint.key())).toBe(true);
    expect(endpoint.testKey(endpoint.key({ id: 1 }))).toBe(true);
  });

  it('rejects keys of an endpoint whose name has the same start', () => {
    expect(endpoint.testKey(endpoint.extend({ name: 'getUser' }).key())).toBe(false);
    expect(endpoint.testKey(endpoint.extend({ name: 'get all' }).key())).toBe(false);
  });

  it('warns once if key is overridden and testKey is not', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    const own = endpoint.extend({ key: () => 'x' });
    expect(own.testKey('x')).toBe(false);
    own.testKey('x');
    endpoint.bind(null, 1).testKey('x');
    endpoint.extend({ key: () => 'y', testKey: (key: string) => key === 'y' }).testKey('y');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

describe('Endpoint.extend', () => {
  it('makes a variant and does not change the original', () => {
    const base = new Endpoint(async (id: string) => id, { name: 'base', token: 1 });
    const variant = base.extend({ name: 'variant', sideEffect: true, extra: 'x' });
    expect(base.token).toBe(1);
    expect(base.name).toBe('base');
    expect(base.sideEffect).toBeUndefined();
    expect('extra' in base).toBe(false);
    expect([variant.name, variant.sideEffect, variant.token, variant.extra]).toEqual([
      'variant',
      true,
      1,
      'x',
    ]);
  });

  it('has the original as prototype', () => {
    const base = new Endpoint(() => 1, { name: 'base' });
    expect(Object.getPrototypeOf(base.extend({ a: 1 }))).toBe(base);
  });

  it('replaces the function, which has the variant as this', () => {
    const base = new Endpoint(() => 1, { name: 'base', factor: 2 });
    const times = base.extend({
      factor: 3,
      fetch(this: { readonly factor?: unknown }, n: number) {
        return n * Number(this.factor);
      },
    });
    expect(times(5)).toBe(15);
    expect(times.name).toBe('base');
  });
});

describe('Endpoint.bind', () => {
  const sum = new Endpoint(
    function (this: unknown, ...numbers: number[]) {
      return [this, ...numbers];
    },
    { name: 'sum' },
  );

  it('fixes the first arguments of the function and of the key', () => {
    const bound = sum.bind(undefined, 1, 2);
    expect((bound as (...args: number[]) => unknown)(3)).toEqual([bound, 1, 2, 3]);
    expect(bound.key()).toBe(sum.key(1, 2));
    expect(bound.testKey(sum.key(5))).toBe(true);
  });

  it('calls the function with the given this', () => {
    const own = {};
    expect(sum.bind(own, 1)()[0]).toBe(own);
  });

  it('can be bound and extended again', () => {
    const bound = sum.bind(null, 1).bind(null, 2).extend({ name: 'other' });
    expect(bound.key()).toBe('other ["1","2"]');
    expect(bound().slice(1)).toEqual([1, 2]);
  });
});

describe('the durations of an endpoint', () => {
  const make = (options: object) => () => new Endpoint(() => 1, { name: 'getUser', ...options });

  it.each(['dataExpiryLength', 'errorExpiryLength'])('%s may be 0 to Infinity', (option) => {
    for (const value of [0, 1.5, Infinity, undefined]) {
      expect(make({ [option]: value })).not.toThrow();
    }
  });

  it.each(['dataExpiryLength', 'errorExpiryLength'])(
    '%s must be a number, not negative and not NaN, in the constructor and in extend',
    (option) => {
      for (const value of [-1, NaN, '5', null, {}]) {
        expect(codeOf(make({ [option]: value }))).toBe('SB_OPTION_INVALID');
        const extend = () => make({})().extend({ [option]: value } as object);
        expect(codeOf(extend)).toBe('SB_OPTION_INVALID');
        expect(extend).toThrow(`Endpoint "getUser": ${option}`);
      }
    },
  );
});
