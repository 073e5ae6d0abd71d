import { runInNewContext } from 'node:vm';
import { asError } from '../../src/shared/asError.ts';

describe('asError', () => {
  it('is the error itself, of another realm too', () => {
    const own = new TypeError('own');
    const foreign: unknown = runInNewContext(`new Error('foreign')`);
    expect(foreign).not.toBeInstanceOf(Error);
    expect(asError(own)).toBe(own);
    expect(asError(foreign)).toBe(foreign);
  });

  it('is an error with the text that was thrown', () => {
    const error = asError('out of order');
    expect(error).toBeInstanceOf(Error);
    expect([error.message, error.cause]).toEqual(['out of order', 'out of order']);
  });

  it.each([
    [undefined],
    [null],
    [5],
    [Symbol('x')],
    [{ status: 404 }],
    [Object.create(null)],
    [() => 1],
  ])('is an error whose cause is %p', (thrown: unknown) => {
    const error = asError(thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toBe('Something that is no Error was thrown.');
    expect(error.cause).toBe(thrown);
  });
});
