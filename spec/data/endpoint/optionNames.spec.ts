import { createStore, Endpoint } from 'streambed';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

const warnings = (): unknown[] => warn.mock.calls.map(([text]) => text as unknown);
/** As JavaScript passes options: unchecked. */
const unchecked = (options: object): never => options as never;

describe('the name of an option that the library does not know', () => {
  it.each([
    ['dataExpiry', 'dataExpiryLength'],
    ['gcTme', 'gcTime'],
    ['onEror', 'onError'],
  ])('causes a warning by createStore: %s', (name, meant) => {
    createStore({ [name]: undefined });
    expect(warnings()).toEqual([
      expect.stringContaining(
        `createStore: "${name}" is no option. Did you mean "${meant}"? [SB_OPTION_UNKNOWN]`,
      ),
    ]);
  });

  it('causes a warning by createStore also if it is like no other', () => {
    createStore(unchecked({ middleware: [] }));
    expect(warnings()).toEqual([expect.stringContaining('"middleware" is no option. [')]);
  });

  it('causes a warning by an endpoint, and by `extend`', () => {
    void new Endpoint(() => 1, unchecked({ name: 'one', scema: {} }));
    void new RestEndpoint(unchecked({ path: '/two', metod: 'POST' }));
    void new RestEndpoint({ path: '/three' }).extend(unchecked({ dataExpiry: 5 }));
    expect(warnings()).toEqual([
      expect.stringContaining('"one": "scema" is no option. Did you mean "schema"?'),
      expect.stringContaining('"metod" is no option. Did you mean "method"?'),
      expect.stringContaining('"dataExpiry" is no option. Did you mean "dataExpiryLength"?'),
    ]);
  });

  it('causes no warning for further members of endpoints', () => {
    void new Endpoint(() => 1, {
      name: 'four',
      keys: 1,
      paths: 2,
      bodies: 3,
      urls: [],
      names: '',
      team: 'a',
    });
    expect(warnings()).toEqual([]);
  });
});
