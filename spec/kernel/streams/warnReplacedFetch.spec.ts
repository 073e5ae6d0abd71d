import { of } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { ReadEndpoint } from '../../../src/data/endpoint/EndpointInterface.ts';
import { GQLEndpoint } from '../../../src/http/graphql/GQLEndpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { storeKit } from '../../support/storeKit.ts';

let warn: jest.SpyInstance<void, unknown[]>;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

const one = () => of(1);
const two = () => of(2);

describe('a variant with another fetch, used beside its base', () => {
  it('causes one warning, with name and code, without the arguments', () => {
    const { store } = storeKit();
    const getCount = new Endpoint((_of: string) => of(1), { name: 'getCount' });
    const getTotal = getCount.extend({ fetch: (_of: string) => of(2) });
    store.observe(getCount, 'secret').subscribe();
    store.observe(getTotal, 'secret').subscribe();
    store.observe(getCount, 'secret').subscribe();
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('Endpoint "getCount" and a variant of it with another fetch share')],
    ]);
    expect(warn.mock.calls[0][0]).toContain('[SB_FETCH_REPLACED]');
    expect(warn.mock.calls[0][0]).not.toContain('secret');
  });

  it('causes a warning whichever was used first, and however many extensions are between', () => {
    const { store } = storeKit();
    const getFirst = new Endpoint(one, { name: 'getFirst' });
    const getSecond = getFirst.extend({ dataExpiryLength: 5 }).extend({ fetch: two });
    store.observe(getSecond.extend({ cancel: true })).subscribe();
    store.observe(getFirst).subscribe();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => readonly [ReadEndpoint, ReadEndpoint]]>([
    [
      'it has the same fetch',
      () => {
        const endpoint = new Endpoint(one, { name: 'sameFetch' });
        return [endpoint, endpoint.extend({ fetch: one, cancel: true })];
      },
    ],
    [
      'it has a name of its own',
      () => {
        const endpoint = new Endpoint(one, { name: 'ownName' });
        return [endpoint, endpoint.extend({ fetch: two, name: 'another' })];
      },
    ],
    [
      'it says that the name is the same',
      () => {
        const endpoint = new Endpoint(one, { name: 'sameName' });
        return [endpoint, endpoint.extend({ fetch: two, name: endpoint.name })];
      },
    ],
    [
      'it has a key of its own',
      () => {
        const endpoint = new Endpoint(one, { name: 'ownKey' });
        return [endpoint, endpoint.extend({ fetch: two, key: () => 'ownKey []' })];
      },
    ],
    [
      'it has another schema, and so data of its own',
      () => {
        const endpoint = new Endpoint(one, { name: 'ownSchema' });
        return [endpoint, endpoint.extend({ fetch: two, schema: [''] })];
      },
    ],
    [
      'the key is made of method and URL',
      () => {
        const endpoint = new RestEndpoint({ path: '/count', fetch: one });
        return [endpoint, endpoint.extend({ fetch: two })];
      },
    ],
    [
      'the key is made of a GraphQL document',
      () => {
        const endpoint = new GQLEndpoint('https://example.org').query('{ count }');
        const mocked = endpoint.extend({ fetch: one } as object);
        return [mocked, mocked.extend({ fetch: two } as object)];
      },
    ],
  ])('causes no warning if %s', (_, make) => {
    const { store } = storeKit();
    for (const endpoint of make()) store.observe(endpoint).subscribe();
    expect(warn).not.toHaveBeenCalled();
  });

  it('causes no warning if it is used instead of its base, as a wrapper is', () => {
    const { store } = storeKit();
    const read = new Endpoint((_id: string) => of(1), { name: 'wrapped' });
    /** Makes a wrapper, as a hook does for each token. */
    const withToken = (token: string) =>
      read.extend({
        fetch(id: string) {
          return of(token, read.fetch.call(this, id)) as never;
        },
      });
    store.observe(withToken('a'), '1').subscribe();
    store.observe(withToken('b'), '1').subscribe();
    expect(warn).not.toHaveBeenCalled();
  });

  it('causes no warning in different stores', () => {
    const endpoint = new Endpoint(one, { name: 'inTwoStores' });
    storeKit().store.observe(endpoint).subscribe();
    storeKit()
      .store.observe(endpoint.extend({ fetch: two }))
      .subscribe();
    expect(warn).not.toHaveBeenCalled();
  });
});
