import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { EndpointInterface } from '../../../src/data/endpoint/EndpointInterface.ts';
import type { RequestContext } from '../../../src/data/endpoint/RequestContext.ts';
import { runEndpoint } from '../../../src/kernel/requests/runEndpoint.ts';

const contextOf = (key: string): RequestContext => ({
  signal: new AbortController().signal,
  fetch: globalThis.fetch,
  key,
  attempt: 1,
  headers: {},
});

describe('runEndpoint', () => {
  const describeCall = new Endpoint(
    function (this: EndpointInterface, id: string) {
      return [this.name, this.context?.key, id];
    },
    { name: 'describeCall' },
  );

  it('provides the context of the request as this.context', () => {
    const result = runEndpoint(describeCall, ['1'], contextOf('k'));
    expect(result).toEqual(['describeCall', 'k', '1']);
  });

  it('does not change the endpoint', () => {
    runEndpoint(describeCall, ['1'], contextOf('k'));
    expect(describeCall.context).toBeUndefined();
    expect(describeCall('2')).toEqual(['describeCall', undefined, '2']);
  });

  it('separates concurrent requests', async () => {
    const late = describeCall.extend({
      async fetch(this: EndpointInterface, id: string) {
        await Promise.resolve();
        return [this.context?.key, id];
      },
    });
    const results = ['a', 'b'].map((key) => runEndpoint(late, [key], contextOf(key)));
    await expect(Promise.all(results)).resolves.toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
  });

  it('calls a plain function that has a key', () => {
    const plain = Object.assign((n: number) => n + 1, { key: String });
    expect(runEndpoint(plain, [1], contextOf('k'))).toBe(2);
  });
});
