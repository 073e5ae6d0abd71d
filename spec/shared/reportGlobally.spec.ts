import { guarded, reportGlobally } from '../../src/shared/reportGlobally.ts';

const error = new Error('unhandled');
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'reportError');
});

it('passes the error to reportError, if it exists when the error is reported', () => {
  const reported: unknown[] = [];
  globalThis.reportError = (one) => reported.push(one);
  reportGlobally(error);
  expect(reported).toEqual([error]);
});

it('passes the error to the console elsewhere', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  reportGlobally(error);
  expect(log).toHaveBeenCalledWith(error);
});

it('reports what an onError throws', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  guarded((_of: string) => {
    throw error;
  })('a request');
  expect(log).toHaveBeenCalledWith(error);
});
