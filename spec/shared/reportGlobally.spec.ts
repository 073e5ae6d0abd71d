import { reportGlobally } from '../../src/shared/reportGlobally.ts';

const error = new Error('nobody takes it');
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'reportError');
});

it('gives it to reportError where there is one, looked up at the time', () => {
  const reported: unknown[] = [];
  globalThis.reportError = (one) => reported.push(one);
  reportGlobally(error);
  expect(reported).toEqual([error]);
});

it('gives it to the console elsewhere', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  reportGlobally(error);
  expect(log).toHaveBeenCalledWith(error);
});
